export type { AgreementLineValue } from './agreements/list-agreements.ts';
export type {
  CatalogueColumnValue,
  CatalogueDraftValue,
  CatalogueNameValue,
  CatalogueRowValue,
  FileProblemValue,
} from './catalogue/catalogue-schemas.ts';
export type { OutletAssistantValue } from './catalogue/outlet-assistant-schemas.ts';
export type { ServiceBookingLineValue } from './catalogue/service-booking-schemas.ts';
export type {
  DeskRequestLineValue,
  DeskRequestRowValue,
  DeskRequestViewValue,
} from './changes/change-desk-schemas.ts';
export type {
  ChannelFiguresValue,
  ChannelLineValue,
  ChannelReportRowValue,
  ChannelViewValue,
} from './channels/channel-schemas.ts';
export type { ComplaintLineValue, ComplaintViewValue } from './complaints/complaint-desk-schemas.ts';
export { type ConsoleCallName, type ConsoleCalls, consoleCalls } from './console-calls.ts';
export type {
  BarredWordValue,
  ContentLineValue,
  ContentVersionValue,
  FindingValue,
} from './content/content-schemas.ts';
export type { AnyConsoleCall, ConsoleCall } from './define-console-call.ts';
export type {
  DictionaryEntryValue,
  DictionaryLineValue,
  DictionaryVersionValue,
} from './dictionaries/dictionary-schemas.ts';
export type {
  EditionDeskValue,
  EditionDifferenceValue,
  EditionFieldsValue,
  EditionLineValue,
  EditionVersionValue,
} from './editions/edition-schemas.ts';
export type { SalePauseLineValue } from './editions/sale-pause-schemas.ts';
export type { ExitKindName, ExitLineValue } from './exits/exit-schemas.ts';
export type { DeskGroupLineValue, DeskGroupValue, DeskRosterRowValue } from './groups/group-desk-schemas.ts';
export type {
  ImportChangeValue,
  ImportKindValue,
  ImportProblemValue,
  ImportValue,
} from './imports/import-schemas.ts';
export type {
  IndicatorValue,
  SampledOrderValue,
  SampleLineValue,
  ShareByValue,
} from './inspection/inspection-schemas.ts';
export type { LuckyClaimValue, LuckyRoundViewValue, NewRoundValue } from './lucky/lucky-schemas.ts';
export type {
  InboxLineValue,
  MessageLineValue,
  MessageViewValue,
  TextTemplateValue,
} from './messages/message-schemas.ts';
export type {
  MoneyStepValue,
  MoneyStoryValue,
  OrderLineValue,
  OrderViewValue,
  RefundLineValue,
  RefundViewValue,
} from './orders/order-schemas.ts';
export type { PageDeskValue, PageListValue, PageTextValue } from './pages/page-schemas.ts';
export type { PersonLineValue, PersonViewValue } from './people/people-schemas.ts';
export type {
  DifferenceLineValue,
  DifferenceMomentValue,
  DifferenceValue,
  GapPartsValue,
  ReconciliationDayLineValue,
  ReconciliationDayValue,
  SumsValue,
} from './reconciliation/reconciliation-schemas.ts';
export type {
  ExportContentValue,
  ExportGrantValue,
  ExportReportValue,
  ExportStandingValue,
} from './replay/export-schemas.ts';
export type {
  ChunkLineValue,
  DocumentReadingValue,
  HappeningValue,
  RecordingCheckValue,
  RecordingLineValue,
  RecordingViewValue,
} from './replay/replay-schemas.ts';
export type { DashboardValue } from './reports/show-dashboard.ts';
export type { ReportValue } from './reports/show-report.ts';
export type {
  ClaimRulesOfEditionValue,
  ClaimRulesValue,
  RuleTrialValue,
} from './reviews/claim-rule-schemas.ts';
export type {
  ReviewLineValue,
  ReviewQueue,
  ReviewVerdictName,
  ReviewViewValue,
  SumStepValue,
} from './reviews/review-schemas.ts';
export type { RightsRequestValue } from './rights/rights-schemas.ts';
export type {
  ApprovalValue,
  AuditEntryValue,
  SignInStepValue,
  StaffMemberValue,
  StaffScopeValue,
  StaffSelfValue,
} from './staff/staff-schemas.ts';
export type { TableExportValue } from './table-exports/table-export-schemas.ts';
export type { AlertValue, JobValue, QueueValue } from './upkeep/upkeep-schemas.ts';

/** Carries what the sign-in or `whoAmI` answered; every call that changes something must send it. */
export const CONSOLE_TOKEN_HEADER = 'X-Console-Token';
