import { recordingStatus } from '@huimin/domain/evidence';
import type { ChunkFlag } from '@huimin/evidence/chunk';
import { findGaps, type Manifest, MISSING } from '@huimin/evidence/sealed';
import type { Query } from '../../../db/database.ts';
import { type ChunkRow, type RecordedOrder, shardOfTrace } from '../../recording/index.ts';
import type { ObjectPlan } from './sealing-store.ts';

/** Clauses that were open for less were not read. */
const SHORT_READ_MS = 3_000;
const CLAUSES = 'clauses';
const DAY_MS = 86_400_000;

export interface ListFacts {
  readonly manifest: Manifest;
  readonly plan: ObjectPlan;
  readonly bytes: number;
  readonly channel: string;
  readonly order: RecordedOrder | null;
  readonly orderNo: string | null;
  readonly holder: Buffer | null;
  readonly nowMs: number;
}

/** Gaps that are still open, over everything that has come of the recording. */
async function openGaps(query: Query, { shard, trace }: ObjectPlan): Promise<number> {
  const rows = await query<
    Pick<ChunkRow, 'tab' | 'seq' | 'kind' | 'first_at' | 'last_at'> & { readonly flags: ChunkFlag[] }
  >(
    `select tab, seq, kind, first_at, last_at, flags from recording_chunks
     where shard = $1 and trace = $2 and addendum is not null`,
    [shard, trace],
  );
  const pieces = rows.map(({ tab, seq, kind, flags, first_at: firstAt, last_at: lastAt }) => ({
    ...{ tab, seq, kind, prev: '', dataSha256: '', flags },
    ...{ firstAt: Number(firstAt), lastAt: Number(lastAt) },
  }));
  return findGaps(pieces).length;
}

interface KnownOf {
  readonly restricted_at: number | null;
  readonly restricted_why: string | null;
  readonly flags: readonly string[] | null;
}

/**
 * What stands before this object is in the list; one server at a time seals a recording. Held until it is in the list: what is
 * restricted, or no longer, in the same moment then waits, and finds it there.
 */
async function knownOf(query: Query, { shard, trace }: ObjectPlan): Promise<KnownOf | undefined> {
  const [known] = await query<KnownOf>(
    `select r.restricted_at, r.restricted_why, e.flags from recordings r
     left join evidence_recordings e on e.shard = r.shard and e.trace = r.trace
     where r.shard = $1 and r.trace = $2 for share of r`,
    [shard, trace],
  );
  return known;
}

/** Puts what has just been sealed into the list that operators look at. Once for each object, in its transaction. */
export async function listSealed(query: Query, facts: ListFacts): Promise<void> {
  const { manifest, plan, order } = facts;
  const { shard, trace } = plan;
  const missing = await openGaps(query, plan);
  const told = manifest.gaps.filter(({ why }) => why !== MISSING).length;
  const client = manifest.chunks.filter(({ kind, firstAt }) => kind === 'client' && firstAt > 0);
  const beganAt = Math.min(
    ...manifest.chunks.map(({ receivedAt }) => receivedAt),
    ...client.map(({ firstAt }) => firstAt),
  );
  const clauses = manifest.documents.filter(({ id }) => id === CLAUSES);
  const readMs = clauses.reduce((sum, { dwellMs }) => sum + dwellMs, 0);
  const known = await knownOf(query, plan);
  const flags = [...new Set([...(known?.flags ?? []), ...manifest.flags])].sort();
  await query(
    `insert into evidence_recordings (shard, trace, state, order_shard, order_id, order_no, holder, product, channel, began_at,
       ended_at, objects, chunks, bytes, pages, documents, consents, gaps, told_gaps, short_read, flags, kept_class, kept_until,
       kept_rule, look_at, restricted_at, restricted_why, noted_at)
     values ($1, $2, 'collecting', $3, $4, $5, $6, $7, $8, $9, $10, 1, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21,
       $22, $23, $27, $28, $26)
     on conflict (shard, trace) do update set
       order_shard = coalesce(excluded.order_shard, evidence_recordings.order_shard),
       order_id = coalesce(excluded.order_id, evidence_recordings.order_id),
       order_no = coalesce(excluded.order_no, evidence_recordings.order_no),
       holder = coalesce(excluded.holder, evidence_recordings.holder),
       restricted_at = coalesce(evidence_recordings.restricted_at, excluded.restricted_at),
       restricted_why = coalesce(evidence_recordings.restricted_why, excluded.restricted_why),
       channel = case when excluded.channel = '' then evidence_recordings.channel else excluded.channel end,
       began_at = least(evidence_recordings.began_at, excluded.began_at),
       ended_at = greatest(evidence_recordings.ended_at, excluded.ended_at),
       objects = greatest(evidence_recordings.objects, $24),
       chunks = evidence_recordings.chunks + excluded.chunks, bytes = evidence_recordings.bytes + excluded.bytes,
       pages = evidence_recordings.pages + excluded.pages, documents = evidence_recordings.documents + excluded.documents,
       consents = evidence_recordings.consents + excluded.consents,
       told_gaps = evidence_recordings.told_gaps + $17,
       gaps = $25 + evidence_recordings.told_gaps + $17,
       short_read = evidence_recordings.short_read or excluded.short_read,
       flags = excluded.flags,
       look_at = least(evidence_recordings.look_at, excluded.look_at), verdict = null, checked_at = null,
       report = null, noted_at = excluded.noted_at`,
    [
      ...[shard, trace, order?.shard ?? null, order?.orderId ?? null, facts.orderNo, facts.holder, manifest.product],
      ...[
        facts.channel.replaceAll('\0', ''),
        new Date(beganAt),
        new Date(manifest.chunks.at(-1)?.receivedAt ?? plan.sealed_at),
      ],
      ...[manifest.chunks.length, facts.bytes, manifest.pages.length, manifest.documents.length],
      ...[manifest.consents.length, missing + told, told, clauses.length > 0 && readMs < SHORT_READ_MS, flags],
      ...[plan.kept_class, new Date(plan.kept_until), plan.kept_rule, new Date(plan.sealed_at + DAY_MS)],
      ...[plan.addendum + 1, missing, new Date(facts.nowMs)],
      ...[known?.restricted_at ? new Date(known.restricted_at) : null, known?.restricted_why ?? null],
    ],
  );
  await settleState(query, trace);
}

interface StandingRow {
  readonly shard: number;
  readonly trace: string;
  readonly state: string;
  readonly objects: number;
  readonly gaps: number;
  readonly exported_at: number | null;
  readonly restricted_at: number | null;
  readonly held_at: number | null;
  readonly due_at: number | null;
  readonly erased_at: number | null;
}

/** Writes the word for what is known of recordings; call it in the transaction that changed any of it. */
export async function settleStates(query: Query, traces: readonly string[]): Promise<void> {
  const rows: StandingRow[] = [];
  // Shard by shard, as rows of several cannot be held by one statement everywhere; in one order, so that nobody waits in a ring.
  const byShard = Map.groupBy(traces.toSorted(), shardOfTrace);
  for (const shard of [...byShard.keys()].sort((a, b) => a - b)) {
    const held = await query<StandingRow>(
      `select shard, trace, state, objects, gaps, exported_at, restricted_at, held_at, due_at, erased_at
       from evidence_recordings where shard = $1 and trace = any ($2::text[]) order by trace for update`,
      [shard, byShard.get(shard)],
    );
    rows.push(...held);
  }
  for (const row of rows) {
    const state = recordingStatus({
      sealed: row.objects > 0,
      gaps: row.gaps > 0,
      exported: row.exported_at !== null,
      restricted: row.restricted_at !== null,
      held: row.held_at !== null,
      due: row.due_at !== null,
      erased: row.erased_at !== null,
    });
    if (state === row.state) continue;
    const { shard, trace } = row;
    await query(`update evidence_recordings set state = $3 where shard = $1 and trace = $2`, [shard, trace, state]);
  }
}

export const settleState = (query: Query, trace: string): Promise<void> => settleStates(query, [trace]);
