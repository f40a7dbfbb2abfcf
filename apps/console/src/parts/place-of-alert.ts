import type { AlertValue } from '@huimin/contract/console';
import type { StaffPermission } from '@huimin/contract/vocabulary';

interface Place {
  readonly to: string;
  readonly label: string;
  readonly who: StaffPermission;
}

const at = (to: string, label: string, who: StaffPermission): Place => ({ to, label, who });
const IMPORTS = at('/imports', '看导入', 'imports.view');
const COMPANY: (about: AlertValue['about']) => Place = ({ groupNo }) =>
  at(`/groups/${groupNo}`, '看这家单位', 'groups.view');
const RECONCILIATION = at('/reconciliation', '看三方对账', 'reconciliation.view');

/** By kind where it is seen to; of a day or a company, which stands in the alert. An order has a link of its own. */
const PLACES: Readonly<Record<string, Place | ((about: AlertValue['about']) => Place)>> = {
  'ledger-unbalanced': at('/reconciliation?balance=open', '看试算平衡', 'reconciliation.view'),
  'rights-late': at('/rights', '去答复', 'rights.view'),
  'audit-altered': at('/audit', '看审计日志', 'audit.view'),
  'bill-missing': ofDay,
  'bill-difference': ofDay,
  'bill-corrections': ofDay,
  'issue-difference': ofDay,
  'payment-unknown-order': RECONCILIATION,
  'payment-refunded-elsewhere': RECONCILIATION,
  'refund-held': at('/refunds?tab=stuck', '看没成的退款', 'orders.view'),
  'message-refused': at('/notices?status=technical', '看没发出的短信', 'messages.view'),
  'event-stuck': at('/running', '看任务和运行', 'jobs.view'),
  'issue-file-refused': IMPORTS,
  'claim-file-refused': IMPORTS,
  'group-premium-changed': COMPANY,
  'group-left-out': COMPANY,
};

function ofDay({ day }: AlertValue['about']): Place {
  return day === null
    ? RECONCILIATION
    : { ...RECONCILIATION, to: `/reconciliation?day=${day}`, label: '看这一天的对账' };
}

/** Where what an alert tells of is seen to; null where whoever looks may not, or there is no page for it. */
export function placeOfAlert(
  { kind, about }: AlertValue,
  may: (permission: StaffPermission) => boolean,
): Pick<Place, 'to' | 'label'> | null {
  const found = Object.hasOwn(PLACES, kind) ? PLACES[kind] : undefined;
  const place = typeof found === 'function' ? found(about) : found;
  return place && may(place.who) ? place : null;
}
