import { addDays, beijingDate } from '@huimin/domain/date';
import type { Core } from '../../core.ts';
import { boundDrawn, forgetBefore } from './poster-store.ts';

/** Some two thousand posters; what had to go is drawn again when somebody looks at it. */
const MOST_PICTURE_BYTES = 512 * 1024 * 1024;
/** Longer than any share counts, and past a whole season of sale. */
const KEPT_DAYS = 400;

/** Keeps the drawn posters in their bound and forgets what nobody needs any more. Answers how many pictures went. */
export async function sweepSharing(
  { database, clock }: Pick<Core, 'database' | 'clock'>,
  mostBytes = MOST_PICTURE_BYTES,
): Promise<number> {
  const nowMs = clock.now();
  const firstDay = addDays(beijingDate(nowMs), -KEPT_DAYS);
  await forgetBefore(database.query, new Date(nowMs - KEPT_DAYS * 86_400_000), firstDay);
  return boundDrawn(database.query, mostBytes);
}
