import { complaintCategoryLabel } from '@huimin/domain/complaint';
import type { Query } from '../../db/database.ts';
import { beginDispute, endDispute, type RetentionDependencies } from '../evidence/index.ts';
import { COLUMNS, type ComplaintRow, type KeptEvidence } from './complaint-store.ts';

const AT_ONCE = 50;
/** A recording is sealed some time after the sale; until then nothing of it can be erased. */
const LOOK_AGAIN_MS = 10 * 60_000;
const NOTED_BY = '投诉登记';

/** Each time a complaint is opened is a dispute of its own: one that has ended is not begun again. */
const disputeNos = (complaintNo: string, { reopened_at: again }: ComplaintRow): readonly string[] =>
  again === null ? [complaintNo] : [complaintNo, `${complaintNo}-2`];

/** Keeps recordings for as long as something is complained about in them, and lets them go afterwards. Answers how many. */
export async function keepComplaintEvidence(deps: RetentionDependencies): Promise<number> {
  const { query } = deps.database;
  const rows = await query<ComplaintRow & { readonly bound: string | null }>(
    `select ${COLUMNS}, b.trace as bound from complaints c
     left join order_recordings b on b.shard = c.shard and b.order_id = c.order_id
     where c.evidence in ('wanted', 'ending') and c.evidence_look_at <= $1 order by c.evidence_look_at limit ${AT_ONCE}`,
    [new Date(deps.clock.now())],
  );
  for (const row of rows) {
    if (row.evidence === 'ending') await letGo(deps, row, row.trace);
    else await keep(deps, row, row.bound);
  }
  return rows.length;
}

async function keep(deps: RetentionDependencies, row: ComplaintRow, trace: string | null): Promise<void> {
  const { query } = deps.database;
  const disputeNo = disputeNos(deps.numbers.complaintNo(row.id), row).at(-1) ?? '';
  const decided =
    trace === null
      ? 'absent'
      : await beginDispute(deps, trace, disputeNo, {
          ...{ by: NOTED_BY, reason: complaintCategoryLabel(row.category) },
          beganAtMs: row.reopened_at ?? row.filed_at,
        });
  if (decided === 'absent') {
    await query(`update complaints set evidence_look_at = $3 where shard = $1 and id = $2 and evidence = 'wanted'`, [
      row.shard,
      row.id,
      new Date(deps.clock.now() + LOOK_AGAIN_MS),
    ]);
  } else if (!(await noted(query, row, 'wanted', decided === 'erased' ? 'erased' : 'kept', trace))) {
    // It ended in the meantime.
    await letGo(deps, row, trace);
  }
}

async function letGo(deps: RetentionDependencies, row: ComplaintRow, trace: string | null): Promise<void> {
  for (const disputeNo of disputeNos(deps.numbers.complaintNo(row.id), row)) {
    if (trace !== null) await endDispute(deps, trace, disputeNo);
  }
  await noted(deps.database.query, row, 'ending', 'ended', trace);
}

/** False where it stands otherwise by now. */
async function noted(
  query: Query,
  { shard, id }: ComplaintRow,
  from: KeptEvidence,
  to: KeptEvidence,
  trace: string | null,
): Promise<boolean> {
  const rows = await query(
    `update complaints set evidence = $4, trace = $5, evidence_look_at = null
     where shard = $1 and id = $2 and evidence = $3 returning 1 as noted`,
    [shard, id, from, to, trace],
  );
  return rows.length === 1;
}
