import { PHONE_REQUEST_TABLE, RIGHTS_STATUS_TABLE } from '../packages/domain/src/account/index.ts';
import { CLAIM_STATUS_TABLE, RECHECK_STATUS_TABLE } from '../packages/domain/src/adjustment/index.ts';
import { ASSISTANCE_STATUS_TABLE } from '../packages/domain/src/assistance/index.ts';
import { BOOKING_STATUS_TABLE } from '../packages/domain/src/booking/index.ts';
import { COMPLAINT_STATUS_TABLE } from '../packages/domain/src/complaint/index.ts';
import { CHANGE_STATUS_TABLE } from '../packages/domain/src/endorsement/index.ts';
import { RECORDING_STATUS_TABLE } from '../packages/domain/src/evidence/index.ts';
import { GROUP_PERSON_STATUS_TABLE, GROUP_STATUS_TABLE } from '../packages/domain/src/group/index.ts';
import { SERVICE_STATUS_TABLE } from '../packages/domain/src/health-services/index.ts';
import { FACE_CHECK_STATUS_TABLE } from '../packages/domain/src/identity/index.ts';
import { INSURED_CONSENT_TABLE } from '../packages/domain/src/insured-consent/index.ts';
import { LUCKY_STATUS_TABLE } from '../packages/domain/src/lucky/index.ts';
import { MID_YEAR_STATUS_TABLE } from '../packages/domain/src/mid-year/index.ts';
import { ORDER_STATUS_TABLE } from '../packages/domain/src/order/index.ts';
import { JUMP_STATUS_TABLE } from '../packages/domain/src/partner-jump/index.ts';
import { PAYMENT_STATUS_TABLE } from '../packages/domain/src/payment/index.ts';
import { POLICY_STATUS_TABLE } from '../packages/domain/src/policy/index.ts';
import { APPEAL_STATUS_TABLE, PRE_EXISTING_STATUS_TABLE } from '../packages/domain/src/pre-existing/index.ts';
import { SALE_WINDOW_TABLE } from '../packages/domain/src/product/index.ts';
import { REVIEW_STATUS_TABLE } from '../packages/domain/src/publishing/index.ts';
import { REFUND_STATUS_TABLE } from '../packages/domain/src/refund/index.ts';
import { SHARE_CONTENT_TABLE } from '../packages/domain/src/share/index.ts';
import { DRUG_APPLICATION_STATUS_TABLE } from '../packages/domain/src/special-drugs/index.ts';
import { APPROVAL_STATUS_TABLE, EXPORT_STATUS_TABLE, IMPORT_STATUS_TABLE } from '../packages/domain/src/staff/index.ts';
import type { StatusTable } from '../packages/domain/src/status/index.ts';
import { MESSAGE_STATUS_TABLE } from '../packages/domain/src/text-message/index.ts';
import { CONTRACT_STATUS_TABLE, RUN_STATUS_TABLE } from '../packages/domain/src/withholding/index.ts';

/** Every status table of the product, in the order of the document. */
export const STATUS_TABLES: readonly StatusTable<string | number, string>[] = [
  SALE_WINDOW_TABLE,
  ORDER_STATUS_TABLE,
  PAYMENT_STATUS_TABLE,
  POLICY_STATUS_TABLE,
  REFUND_STATUS_TABLE,
  CONTRACT_STATUS_TABLE,
  RUN_STATUS_TABLE,
  ASSISTANCE_STATUS_TABLE,
  INSURED_CONSENT_TABLE,
  BOOKING_STATUS_TABLE,
  MID_YEAR_STATUS_TABLE,
  FACE_CHECK_STATUS_TABLE,
  PHONE_REQUEST_TABLE,
  CHANGE_STATUS_TABLE,
  SHARE_CONTENT_TABLE,
  JUMP_STATUS_TABLE,
  CLAIM_STATUS_TABLE,
  RECHECK_STATUS_TABLE,
  PRE_EXISTING_STATUS_TABLE,
  APPEAL_STATUS_TABLE,
  DRUG_APPLICATION_STATUS_TABLE,
  SERVICE_STATUS_TABLE,
  LUCKY_STATUS_TABLE,
  GROUP_STATUS_TABLE,
  GROUP_PERSON_STATUS_TABLE,
  APPROVAL_STATUS_TABLE,
  RIGHTS_STATUS_TABLE,
  COMPLAINT_STATUS_TABLE,
  EXPORT_STATUS_TABLE,
  IMPORT_STATUS_TABLE,
  REVIEW_STATUS_TABLE,
  RECORDING_STATUS_TABLE,
  MESSAGE_STATUS_TABLE,
];

function section(table: StatusTable<string | number, string>): string {
  const keyOf = (status: string | number) => table.entries.find((entry) => entry.status === status)?.key ?? status;
  return [
    `## ${table.title}`,
    '',
    '| Status | Name | Label |',
    '| --- | --- | --- |',
    ...table.entries.map((entry) => `| ${entry.status} | ${entry.key} | ${entry.label} |`),
    '',
    '```mermaid',
    'stateDiagram-v2',
    ...table.initial.map((status) => `  [*] --> ${keyOf(status)}`),
    ...table.rows.map(([from, to, event]) => `  ${keyOf(from)} --> ${keyOf(to)}: ${event}`),
    ...table.terminal.map((status) => `  ${keyOf(status)} --> [*]`),
    '```',
    '',
  ].join('\n');
}

/** The whole text of docs/states.md. */
export function statesDoc(): string {
  const head = [
    '# States',
    '',
    'Made from the status tables in `packages/domain/src` by `npm run docs`; a test holds it current.',
    'A move that is not drawn is refused.',
    '',
  ].join('\n');
  return `${head}\n${STATUS_TABLES.map(section).join('\n')}`;
}
