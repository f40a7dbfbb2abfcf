export { contentFingerprint } from './content-fingerprint.ts';
export type * from './paper-data.ts';
export { renderPolicyPdf } from './policy-pdf.ts';
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
export { renderVoucherPdf } from './voucher-pdf.ts';
