import type { RetentionFacts } from '@huimin/domain/evidence';
import type { LoggedEntry } from '@huimin/evidence/verify';
import { type RecordedOrder, type RecordingRow, recordingsByTrace } from '../../recording/index.ts';
import { disputesOfMany, ordersInMany } from '../sealing/recorded-order.ts';
import { manifestKey } from '../sealing/seal-recording.ts';
import { GIVEN_TRACES, givenTraces, type SealedObjectRow, sealedObjectsOf } from '../sealing/sealing-store.ts';
import type { CheckRun } from './check-run.ts';

export const erasedKey = (trace: string): string => `erased ${trace}`;

/** What the database says of one recording. */
export interface RecordingRows {
  readonly trace: string;
  /** Of what is sealed, in the order of the addenda; at least one. */
  readonly plans: readonly SealedObjectRow[];
  /** Null in a shallow check, which opens nothing. */
  readonly recording: RecordingRow | null;
  readonly recordedAtMs: number;
  readonly orders: readonly RecordedOrder[];
  readonly disputes: RetentionFacts['disputes'];
  /** `data_sha256` of what is not sealed yet. */
  readonly waiting: readonly { readonly kind: string; readonly dataSha256: string }[];
  /** SHA-256 of the chunks that the index knows of each object; null in a shallow check. */
  readonly indexed: ReadonlyMap<number, ReadonlySet<string>> | null;
  readonly logged: ReadonlyMap<string, LoggedEntry>;
}

type LastReceivedRow = Pick<RecordingRow, 'trace' | 'last_received_at'>;

interface WaitingRow {
  readonly trace: string;
  readonly kind: string;
  readonly data_sha256: Buffer;
}

interface IndexRow {
  readonly trace: string;
  readonly addendum: number;
  readonly sha256: string;
}

/** The rows of many recordings, a query for each table; left out is of what nothing is sealed. */
export async function rowsOf({ deps, depth, proofs }: CheckRun, traces: readonly string[]): Promise<RecordingRows[]> {
  const { query } = deps.database;
  const given = givenTraces(traces);
  const plans = await sealedObjectsOf(query, traces);
  const keys = plans.map(({ trace, addendum }) => manifestKey(trace, addendum));
  const [logged, recordings, orders, disputes, waiting, indexed] = await Promise.all([
    proofs.byKeys([...keys, ...traces.map(erasedKey)]),
    depth === 'shallow'
      ? query<LastReceivedRow>(
          `select trace, last_received_at from recordings join ${GIVEN_TRACES} using (shard, trace)`,
          given,
        )
      : recordingsByTrace(query, traces),
    ordersInMany(deps, traces),
    disputesOfMany(deps, traces),
    query<WaitingRow>(
      `select trace, kind, data_sha256 from recording_chunks join ${GIVEN_TRACES} using (shard, trace)
       where addendum is null`,
      given,
    ),
    depth === 'shallow'
      ? null
      : query<IndexRow>(
          `select trace, addendum, encode(sha256, 'hex') as sha256
           from recording_chunks join ${GIVEN_TRACES} using (shard, trace) where addendum is not null`,
          given,
        ),
  ]);
  const of = {
    plans: Map.groupBy(plans, ({ trace }) => trace),
    recordings: new Map<string, RecordingRow | LastReceivedRow>(recordings.map((row) => [row.trace, row])),
    waiting: Map.groupBy(waiting, ({ trace }) => trace),
    indexed: indexed && Map.groupBy(indexed, ({ trace }) => trace),
  };
  return traces.flatMap((trace) => {
    const own = of.plans.get(trace);
    if (own === undefined) return [];
    const recording = of.recordings.get(trace);
    return {
      trace,
      plans: own,
      recording: recording !== undefined && 'kek' in recording ? recording : null,
      recordedAtMs: recording?.last_received_at ?? 0,
      orders: orders.get(trace) ?? [],
      disputes: disputes.get(trace) ?? [],
      waiting:
        of.waiting.get(trace)?.map(({ kind, data_sha256: hash }) => ({ kind, dataSha256: hash.toString('hex') })) ?? [],
      indexed: of.indexed && byAddendum(of.indexed.get(trace) ?? []),
      logged,
    };
  });
}

function byAddendum(rows: readonly IndexRow[]): ReadonlyMap<number, ReadonlySet<string>> {
  const groups = Map.groupBy(rows, ({ addendum }) => addendum);
  return new Map([...groups].map(([addendum, own]) => [addendum, new Set(own.map(({ sha256 }) => sha256))]));
}
