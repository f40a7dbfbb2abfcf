export { contentFingerprint } from './content-fingerprint.ts';
export { renderOrderMoneyPdf, renderPolicyPdf, renderVoucherPdf } from './draw-paper.ts';
export { DRAWING_LIMIT } from './drawing-limit.ts';
export type * from './paper-data.ts';
export {
  issueVerificationCode,
  type PaperKind,
  readVerificationCode,
  type VerificationSubject,
} from './verification-code.ts';
export {
  renderVerificationPage,
  type UnansweredVerification,
  VERIFICATION_PAGE_STYLE_SOURCE,
  type VerificationPageData,
} from './verification-page.ts';
