import type { Calls } from '@huimin/contract';
import { ACCOUNT_EVENT_LABELS } from '@huimin/domain/account';
import { formatDateTime } from '@huimin/domain/date';
import { type Handler, ok } from '../../http/handler.ts';
import type { AccountDeps } from './account-deps.ts';
import { recordEvent } from './account-events-store.ts';
import { originOf } from './request-origin.ts';
import { deleteSessionsOf, sessionsOf } from './session-store.ts';

/** As many bytes of a session's hash name it to its owner; the hash leads back to no token. */
const NAME_BYTES = 12;

/** Where the account is logged in. */
export function listSessions(deps: AccountDeps): Handler<Calls['listSessions']> {
  return async (_input, { user, session }) => {
    const rows = await sessionsOf(deps.core.database.query, user.id, deps.core.clock.now());
    return ok({
      sessions: rows.map((row) => ({
        sessionId: row.tokenHash.subarray(0, NAME_BYTES).toString('hex'),
        current: session !== null && row.tokenHash.equals(session.tokenHash),
        device: row.device ?? '其他设备',
        way: row.kind ? ACCOUNT_EVENT_LABELS[row.kind] : '',
        since: formatDateTime(row.createdAtMs),
        lastUsed: formatDateTime(row.seenAtMs),
      })),
    });
  };
}

/** Ends one of the account's other sessions, or all of them; never the one that asks. */
export function endSessions(deps: AccountDeps): Handler<Calls['endSessions']> {
  const { core, sessions } = deps;
  return async ({ sessionId }, request) => {
    const { user, session } = request;
    const ended = await core.database.transaction(async (query) => {
      const which = { keep: session?.tokenHash ?? null, prefix: sessionId ? Buffer.from(sessionId, 'hex') : null };
      const hashes = await deleteSessionsOf(query, user.id, which);
      if (hashes.length > 0) await recordEvent(core, query, user, 'sessions-ended', originOf(request));
      return hashes;
    });
    for (const tokenHash of ended) sessions.forget(tokenHash);
    return ok({ ended: ended.length });
  };
}
