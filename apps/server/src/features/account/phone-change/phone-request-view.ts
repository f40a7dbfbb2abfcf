import type { PhoneRequestValue } from '@huimin/contract';
import { OPEN_PHONE_REQUEST, phoneRequestLabel } from '@huimin/domain/account';
import { formatDateTime } from '@huimin/domain/date';
import { maskPhone } from '@huimin/domain/person';
import type { Core } from '../../../core.ts';
import type { SessionUser } from '../../../http/handler.ts';
import type { AccountDeps } from '../account-deps.ts';
import { newestRequest, type PhoneRequestRow } from './phone-request-store.ts';

/** How long the end of a request is shown. */
const SHOWN_AFTER_MS = 30 * 86_400_000;

export function phoneRequestView({ vault }: Pick<Core, 'vault'>, row: PhoneRequestRow): PhoneRequestValue {
  return {
    state: row.state,
    stateLabel: phoneRequestLabel(row.state),
    newPhoneMasked: maskPhone(vault.open('phone', row.newPhoneSealed)),
    askedAt: formatDateTime(row.createdAtMs),
    effectiveAt: row.effectiveAtMs === null ? null : formatDateTime(row.effectiveAtMs),
    reason: row.reason,
    open: OPEN_PHONE_REQUEST.includes(row.state),
  };
}

/** The request that its owner should know of: an open one, or one that ended lately. */
export async function shownRequest({ core }: AccountDeps, user: SessionUser): Promise<PhoneRequestValue | null> {
  const row = await newestRequest(core.database.query, user);
  const isOld = row !== null && (row.decidedAtMs ?? row.createdAtMs) < core.clock.now() - SHOWN_AFTER_MS;
  return row === null || (isOld && !OPEN_PHONE_REQUEST.includes(row.state)) ? null : phoneRequestView(core, row);
}
