import { formatDateTime } from '@huimin/domain/date';
import type { Core } from '../../core.ts';
import { keepStandingAlert } from '../payment/index.ts';

/** Counted no further: nobody lets so many go over their time. */
const COUNTED = 1_000;

/** Tells the operators while a request waits beyond the day by which it was to be answered; answers how many do. */
export async function watchRightsDeadlines(core: Pick<Core, 'clock' | 'database' | 'random'>): Promise<number> {
  const { query } = core.database;
  const nowMs = core.clock.now();
  const [row] = await query<{ late: number; earliest: number | null }>(
    `select count(*)::integer as late, min(due_at) as earliest from (
       select due_at from rights_requests where status = 'waiting' and due_at < $1 order by due_at limit ${COUNTED}
     ) as overdue`,
    [new Date(nowMs)],
  );
  const { late = 0, earliest = null } = row ?? {};
  const details = earliest === null ? null : { lateRequests: late, earliestDue: formatDateTime(earliest) };
  await keepStandingAlert(core, query, 'rights-late', details, nowMs);
  return late;
}
