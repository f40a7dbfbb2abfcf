export type {
  AccountViewValue,
  ContactDataValue,
  PhoneRequestValue,
  ProfileViewValue,
} from './account/account-schemas.ts';
export type {
  AssistanceDeskValue,
  AssistanceForResidentValue,
  PreparedPersonValue,
} from './assisted-sale/assistance-schemas.ts';
export type { BookingValue } from './booking/booking-schemas.ts';
export { type CallName, type Calls, calls } from './calls.ts';
export type { LoveCertificateValue } from './certificate/certificate-schemas.ts';
export type {
  ClaimBalanceValue,
  ClaimCalculationValue,
  ClaimPersonValue,
  ClaimRecheckValue,
  ClaimStepValue,
  ClaimValue,
} from './claims/claims-schemas.ts';
export type { ComplaintCategoryValue, OwnComplaintValue } from './complaints/complaint-schemas.ts';
export {
  type EditionSummaryValue,
  type ProductInfoValue,
  type PublishedDocumentValue,
  Theme,
} from './configuration/product-schemas.ts';
export type { AnyCall, CallDefinition, InputOf, Method, OutputOf } from './define-call.ts';
export type { ChangeOverviewValue, ChangePlanValue, ChangeValue } from './endorsement/endorsement-schemas.ts';
export { type Envelope, isSuccessCode, SUCCESS_CODES } from './envelope.ts';
export { type GroupDetailValue, type GroupInvitationValue, MAX_ROSTER_BYTES } from './group/group-schemas.ts';
export type {
  HealthServiceValue,
  ServiceBookingValue,
  ServicePersonValue,
} from './health-services/health-service-schemas.ts';
export type { FaceCheckViewValue, FaceWayValue, IdentityPurposeValue } from './identity/identity-schemas.ts';
export type { InboxMessageValue } from './inbox/inbox-schemas.ts';
export type { MemberChangesValue, MemberDetailsValue, MemberViewValue } from './insured/member-schemas.ts';
export type { ConsentQuestionValue, InsuredConsentsValue } from './insured-consent/consent-schemas.ts';
export type { LuckyChanceValue, LuckyRoundValue } from './lucky/lucky-schemas.ts';
export type { MidYearApplicationValue } from './mid-year/mid-year-schemas.ts';
export type {
  OrderMoneyValue,
  OrderPaymentStateValue,
  OrderSummaryValue,
  PlaceInLineValue,
  SaveOrderInputValue,
} from './order/order-schemas.ts';
export type { OutletValue } from './outlets/outlet-schemas.ts';
export type { JumpValue } from './partner-jump/jump-schemas.ts';
export type {
  FamilyPolicyValue,
  FamilyValue,
  FoundPolicyValue,
} from './policy-search/policy-search-schemas.ts';
export type { PreExistingOverviewValue, PreExistingQueryValue } from './pre-existing/pre-existing-schemas.ts';
export type { RefundProgressValue, RefundSubmissionValue } from './refund/refund-schemas.ts';
export * from './reply-codes.ts';
export * from './request-headers.ts';
export {
  ShareArticleText,
  type ShareArticleTextValue,
  type ShareArticleValue,
  ShareCardText,
  type ShareCardTextValue,
  type ShareCardValue,
  type ShareContentsValue,
  SharePosterText,
  type SharePosterTextValue,
} from './sharing/sharing-schemas.ts';
export type {
  DrugApplicationValue,
  DrugPersonValue,
  ListedDrugValue,
  ListedPharmacyValue,
} from './special-drugs/special-drug-schemas.ts';
export type { UpgradeOfferValue } from './upgrade/upgrade-schemas.ts';
export { MAX_UPLOAD_BYTES, type UploadedFileValue } from './uploads/upload-schemas.ts';
export * from './vocabulary/index.ts';
export type { WithholdingContractValue } from './withholding/withholding-schemas.ts';
