export { contentFingerprint } from './content-fingerprint.ts';
export { drawPdf, drawPictures, drawPoster } from './draw-paper.ts';
export type { Drawing } from './drawing/draw-pdf.ts';
export { DRAWING_LIMIT } from './drawing-limit.ts';
export type { EndorsementPaperData } from './endorsement-data.ts';
export { renderLinkEndedPage } from './link-ended-page.ts';
export type * from './paper-data.ts';
export { qrSquares } from './qr-squares.ts';
export { type Receipt, receiptFingerprint } from './receipt-data.ts';
export { createPaperSealer, type PaperSealer } from './seal/paper-sealer.ts';
export {
  issueVerificationCode,
  type PaperKind,
  readVerificationCode,
  type VerificationSubject,
} from './verification-code.ts';
export { PAPER_PAGE_HEADERS, renderVerificationPage, type UnansweredVerification } from './verification-page.ts';
export type { VerificationPageData, VerifiedPaper } from './verified-paper.ts';
