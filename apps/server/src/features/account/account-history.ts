import type { Calls } from '@huimin/contract';
import { ACCOUNT_EVENT_LABELS } from '@huimin/domain/account';
import { formatDateTime } from '@huimin/domain/date';
import { plainAddress } from '../../coordination/plain-address.ts';
import type { Core } from '../../core.ts';
import { type Handler, ok, type SessionUser } from '../../http/handler.ts';
import type { AccountDeps } from './account-deps.ts';
import { EVENTS_KEPT_MS, eventsOf } from './account-events-store.ts';
import { maskAddress } from './request-origin.ts';

const PAGE = 20;

/** As many as half a year brings. */
const MOST = 5_000;

/** Everything that is kept of what happened to an account, newest first, for its owner's copy. */
export async function wholeHistory(core: Pick<Core, 'database' | 'clock' | 'vault'>, user: SessionUser) {
  const rows = await eventsOf(core.database.query, user, {
    beforeId: null,
    sinceMs: core.clock.now() - EVENTS_KEPT_MS,
    limit: MOST,
  });
  return rows.map((row) => ({
    at: formatDateTime(row.createdAtMs),
    what: ACCOUNT_EVENT_LABELS[row.kind] ?? row.kind,
    device: row.device,
    address: row.addressSealed === null ? '' : plainAddress(core.vault.open('address', row.addressSealed)),
  }));
}

/** What happened to the account in the last six months, for its owner. */
export function accountEvents(deps: AccountDeps): Handler<Calls['accountEvents']> {
  const { vault, numbers, database, clock } = deps.core;
  return async (input, request) => {
    const beforeId = input.cursor ? numbers.memberId(input.cursor) : null;
    const sinceMs = clock.now() - EVENTS_KEPT_MS;
    const rows = await eventsOf(database.query, request.user, { beforeId, sinceMs, limit: PAGE + 1 });
    const shown = rows.slice(0, PAGE);
    const last = shown.at(-1);
    return ok({
      events: shown.map((row) => ({
        at: formatDateTime(row.createdAtMs),
        what: ACCOUNT_EVENT_LABELS[row.kind] ?? row.kind,
        device: row.device,
        address: row.addressSealed ? maskAddress(vault.open('address', row.addressSealed)) : '',
      })),
      nextCursor: rows.length > PAGE && last ? numbers.memberNo(last.id) : null,
    });
  };
}
