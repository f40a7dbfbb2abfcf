export { contentFingerprint } from './content-fingerprint.ts';
export { renderPolicyPdf, renderVoucherPdf } from './draw-paper.ts';
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
