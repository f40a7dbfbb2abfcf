import type { EndorsementPaperData } from '../endorsement-data.ts';
import type {
  LovePaperData,
  OrderMoneyPaperData,
  PolicyPaperData,
  PosterData,
  ShareCardData,
  VoucherPaperData,
} from '../paper-data.ts';
import type { ReceiptPaperData } from '../receipt-data.ts';
import type { SealPlace } from '../seal/seal-place.ts';

/** A paper that can be drawn: which one, and what it says. Plain values, so that it can travel to another thread. */
export type Drawing =
  | { readonly kind: 'policy'; readonly data: PolicyPaperData }
  | { readonly kind: 'voucher'; readonly data: VoucherPaperData }
  | { readonly kind: 'money'; readonly data: OrderMoneyPaperData }
  | { readonly kind: 'endorsement'; readonly data: EndorsementPaperData }
  | { readonly kind: 'love'; readonly data: LovePaperData }
  | { readonly kind: 'poster'; readonly data: PosterData }
  | { readonly kind: 'share-card'; readonly data: ShareCardData }
  | { readonly kind: 'receipt'; readonly data: ReceiptPaperData };

/** Draws a paper as PDF, here and now. The drawing code is loaded with the first paper of its kind. */
export async function drawHere(drawing: Drawing, seal?: SealPlace): Promise<Buffer> {
  switch (drawing.kind) {
    case 'policy':
      return (await import('../policy-pdf.ts')).renderPolicyPdf(drawing.data, seal);
    case 'voucher':
      return (await import('../voucher-pdf.ts')).renderVoucherPdf(drawing.data, seal);
    case 'money':
      return (await import('../order-money-pdf.ts')).renderOrderMoneyPdf(drawing.data, seal);
    case 'endorsement':
      return (await import('../endorsement-pdf.ts')).renderEndorsementPdf(drawing.data, seal);
    case 'love':
      return (await import('../love-pdf.ts')).renderLovePdf(drawing.data);
    case 'poster':
      return (await import('../poster-pdf.ts')).renderPosterPdf(drawing.data);
    case 'share-card':
      return (await import('../poster-pdf.ts')).renderShareCardPdf(drawing.data);
    case 'receipt':
      return (await import('../receipt-pdf.ts')).renderReceiptPdf(drawing.data, seal);
  }
}
