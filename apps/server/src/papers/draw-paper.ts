import type { OrderMoneyPaperData, PolicyPaperData, VoucherPaperData } from './paper-data.ts';

// The PDF library and the fonts are loaded with the first paper that is drawn; on the day a sale opens most servers
// draw none.

/** The e-policy as PDF. */
export async function renderPolicyPdf(input: PolicyPaperData): Promise<Buffer> {
  return (await import('./policy-pdf.ts')).renderPolicyPdf(input);
}

/** The payment voucher as PDF. */
export async function renderVoucherPdf(input: VoucherPaperData): Promise<Buffer> {
  return (await import('./voucher-pdf.ts')).renderVoucherPdf(input);
}

/** The record of an order's money as PDF. */
export async function renderOrderMoneyPdf(input: OrderMoneyPaperData): Promise<Buffer> {
  return (await import('./order-money-pdf.ts')).renderOrderMoneyPdf(input);
}
