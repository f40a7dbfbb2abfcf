import { createHash } from 'node:crypto';
import {
  ISSUE_CLASSES,
  ISSUE_RESOLUTIONS,
  type IssueClass,
  type IssueDifference,
  type IssueResolution,
  issueResolutionsFor,
} from '@huimin/domain/reconciliation';
import type { Query } from '../../../db/database.ts';
import type { PolicyPair } from './policy-pairs.ts';

export interface FoundDifference {
  readonly pair: PolicyPair & { readonly policyNo: string };
  readonly difference: IssueDifference;
}

export interface StoredIssueDifference {
  id: bigint;
  edition_code: string;
  day: string;
  class: IssueClass;
  policy_no: string;
  own_fen: number | null;
  own_state: 'valid' | 'cancelling' | 'cancelled' | null;
  insurer_fen: number | null;
  insurer_state: 'valid' | 'cancelled' | null;
  finding: string;
  state: 'open' | 'resolved';
  resolution: string | null;
  reason: string | null;
  resolved_by: string | null;
  resolved_at: number | null;
}

const COLUMNS = `id, edition_code, day, class, policy_no, own_fen, own_state, insurer_fen, insurer_state, finding, state,
  resolution, reason, resolved_by, resolved_at`;

const BY_RULE = '规则';

/** The same difference has the same id each time its edition is compared. */
function idOf(editionCode: string, policyNo: string, found: IssueClass): bigint {
  return createHash('sha256').update(`${editionCode} ${policyNo} ${found}`).digest().readBigUInt64BE() >> 1n;
}

/** A person's decision stands while the difference says what it said then. */
const STANDS = `d.state = 'resolved' and d.resolution <> 'cleared'
  and (d.finding, d.own_fen, d.insurer_fen) is not distinct from (excluded.finding, excluded.own_fen, excluded.insurer_fen)`;

const UPSERT = `
insert into issue_differences as d (shard, id, edition_code, day, class, policy_no, own_fen, own_state, insurer_fen,
  insurer_state, finding, state, opened_at, opened_run_id, run_id)
select shard, id, $1, day, class, policy_no, own_fen, own_state, insurer_fen, insurer_state, finding, 'open', $2, $3, $3
from unnest($4::smallint[], $5::bigint[], $6::date[], $7::text[], $8::text[], $9::integer[], $10::text[], $11::integer[],
  $12::text[], $13::text[])
  as g(shard, id, day, class, policy_no, own_fen, own_state, insurer_fen, insurer_state, finding)
on conflict (shard, id) do update set run_id = excluded.run_id, day = excluded.day, own_fen = excluded.own_fen,
  own_state = excluded.own_state, insurer_fen = excluded.insurer_fen, insurer_state = excluded.insurer_state,
  finding = excluded.finding, state = case when ${STANDS} then d.state else 'open' end,
  resolution = case when ${STANDS} then d.resolution end, reason = case when ${STANDS} then d.reason end,
  resolved_by = case when ${STANDS} then d.resolved_by end, resolved_at = case when ${STANDS} then d.resolved_at end,
  opened_at = case when d.state = 'open' or (${STANDS}) then d.opened_at else excluded.opened_at end,
  opened_run_id = case when d.state = 'open' or (${STANDS}) then d.opened_run_id else excluded.opened_run_id end`;

export interface Comparison {
  readonly editionCode: string;
  readonly runId: bigint;
  readonly startedAtMs: number;
}

/** Writes what a comparison found, some thousands at a time. */
export async function writeIssueDifferences(
  query: Query,
  { editionCode, runId, startedAtMs }: Comparison,
  found: readonly FoundDifference[],
): Promise<void> {
  if (found.length === 0) return;
  await query(UPSERT, [
    editionCode,
    new Date(startedAtMs),
    runId,
    found.map(({ pair }) => pair.shard),
    found.map(({ pair, difference }) => idOf(editionCode, pair.policyNo, difference.class)),
    found.map(({ pair }) => pair.day),
    found.map(({ difference }) => difference.class),
    found.map(({ pair }) => pair.policyNo),
    found.map(({ pair }) => pair.own?.premiumFen ?? null),
    found.map(({ pair }) => pair.own?.state ?? null),
    found.map(({ pair }) => pair.insurer?.premiumFen ?? null),
    found.map(({ pair }) => pair.insurer?.state ?? null),
    found.map(({ difference }) => difference.finding),
  ]);
}

/** Settles what a comparison did not find any more; answers how many it opened. */
export async function settleIssueDifferences(query: Query, comparison: Comparison): Promise<number> {
  const { editionCode, runId, startedAtMs } = comparison;
  await query(
    `update issue_differences set state = 'resolved', resolution = 'cleared', resolved_by = $3, resolved_at = $4
     where edition_code = $1 and run_id <> $2 and state = 'open'`,
    [editionCode, runId, BY_RULE, new Date(startedAtMs)],
  );
  const [row] = await query<{ opened: number }>(
    `select count(*)::integer as opened from issue_differences
     where edition_code = $1 and opened_run_id = $2 and state = 'open'`,
    [editionCode, runId],
  );
  return row?.opened ?? 0;
}

const ROWS_AT_ONCE = 1_000;

/** What differs in an edition, by day, some hundreds at a time: those that are open, or all there ever were. */
export async function* issueDifferences(
  query: Query,
  editionCode: string,
  which: 'open' | 'all',
): AsyncGenerator<StoredIssueDifference[]> {
  let after = { day: '-infinity', id: 0n };
  while (true) {
    const rows = await query<StoredIssueDifference>(
      `select ${COLUMNS} from issue_differences
       where edition_code = $1 and (day, id) > ($2::date, $3::bigint) and ($4 or state = 'open')
       order by day, id limit ${ROWS_AT_ONCE}`,
      [editionCode, after.day, after.id, which === 'all'],
    );
    if (rows.length > 0) yield rows;
    const last = rows.at(-1);
    if (!last || rows.length < ROWS_AT_ONCE) return;
    after = last;
  }
}

export interface IssueDecision {
  readonly resolution: IssueResolution;
  readonly reason: string;
  readonly by: string;
  readonly atMs: number;
}

/** What came of a decision; `why` in Chinese. */
export type IssueDecided =
  | { readonly kind: 'decided'; readonly editionCode: string }
  | { readonly kind: 'absent' }
  | { readonly kind: 'not-so'; readonly why: string };

/** Writes a person's decision about a difference that is open. */
export async function decideIssueDifference(query: Query, id: bigint, decision: IssueDecision): Promise<IssueDecided> {
  const [open] = await query<{ class: IssueClass; finding: string }>(
    `select class, finding from issue_differences where id = $1 and state = 'open'`,
    [id],
  );
  if (!open) return { kind: 'absent' };
  const ways = issueResolutionsFor(open.class);
  if (!ways.includes(decision.resolution)) {
    const named = ways.map((way) => ISSUE_RESOLUTIONS[way]).join('、');
    return { kind: 'not-so', why: `${ISSUE_CLASSES[open.class]}只能这样处理：${named}` };
  }
  // What says something else by now was not what the person decided about.
  const [decided] = await query<{ edition_code: string }>(
    `update issue_differences set state = 'resolved', resolution = $2, reason = $3, resolved_by = $4, resolved_at = $5
     where id = $1 and state = 'open' and finding = $6 returning edition_code`,
    [id, decision.resolution, decision.reason, decision.by, new Date(decision.atMs), open.finding],
  );
  return decided ? { kind: 'decided', editionCode: decided.edition_code } : { kind: 'absent' };
}
