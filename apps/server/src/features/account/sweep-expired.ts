import { deleteOldRateWindows } from '../../coordination/rate-limit.ts';
import type { Core } from '../../core.ts';
import { EVENTS_KEPT_MS } from './account-events-store.ts';
import { LOOK_BACK_MS } from './login-code.ts';

/** Clears away sessions, codes, states, histories and counters that have run out. Safe to run anywhere, any number of times. */
export async function sweepExpired({ database, clock }: Pick<Core, 'database' | 'clock'>): Promise<void> {
  const nowMs = clock.now();
  await database.query('delete from sessions where expires_at < $1', [new Date(nowMs)]);
  // Codes count against the sending limits for a day after they were sent.
  await database.query('delete from sms_codes where sent_at < $1', [new Date(nowMs - LOOK_BACK_MS)]);
  await database.query('delete from authorisation_states where expires_at < $1', [new Date(nowMs)]);
  await database.query('delete from partner_tokens where expires_at < $1', [new Date(nowMs)]);
  await database.query('delete from account_events where created_at < $1', [new Date(nowMs - EVENTS_KEPT_MS)]);
  await deleteOldRateWindows(database.query, nowMs);
}
