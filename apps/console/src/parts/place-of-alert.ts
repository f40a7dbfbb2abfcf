import type { AlertValue } from '@huimin/contract/console';
import type { StaffPermission } from '@huimin/contract/vocabulary';

interface Place {
  readonly to: string;
  readonly label: string;
  readonly who: StaffPermission;
}

const PLACES: Readonly<Record<string, Place>> = {
  'ledger-unbalanced': { to: '/reconciliation?balance=open', label: '看试算平衡', who: 'reconciliation.view' },
  'audit-altered': { to: '/audit', label: '看审计日志', who: 'audit.view' },
};

/** Where what an alert tells of is looked into; null where whoever looks may not, or there is no page for it. */
export function placeOfAlert({ kind }: AlertValue, may: (permission: StaffPermission) => boolean): Place | null {
  const place = PLACES[kind];
  return place && may(place.who) ? place : null;
}
