import { inParallel } from '../../coordination/in-parallel.ts';
import { overdueChecks } from './face-check-store.ts';
import { conclude } from './face-checks.ts';
import type { IdentityDeps } from './identity-deps.ts';

const DAY_MS = 86_400_000;
/** Proofs, used or not, are kept as long as the record of logins. */
const PROOFS_KEPT_MS = 183 * DAY_MS;
/** Checks carry the consent they rest on; disputes about it come within three years. */
const CHECKS_KEPT_MS = 3 * 366 * DAY_MS;
const MOST_AT_ONCE = 20;
const WIDTH = 4;

/** Ends checks whose time has run out, after asking for their result once more, and clears away what is old. */
export async function sweepIdentity(deps: IdentityDeps): Promise<void> {
  const { query } = deps.core.database;
  const nowMs = deps.core.clock.now();
  await inParallel(
    await overdueChecks(query, nowMs, MOST_AT_ONCE),
    WIDTH,
    async (check) => void (await conclude(deps, check)),
    (_check, error) => deps.core.log.error({ error: String(error) }, 'a face check could not be ended'),
  );
  await query('delete from identity_proofs where expires_at < $1', [new Date(nowMs - PROOFS_KEPT_MS)]);
  await query('delete from three_element_matches where matched_at < $1', [new Date(nowMs - DAY_MS)]);
  await query('delete from face_checks where expires_at < $1 and status <> $2', [
    new Date(nowMs - CHECKS_KEPT_MS),
    'WAITING',
  ]);
}
