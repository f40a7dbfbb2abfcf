import { marksIn } from '@huimin/evidence/events';
import { isPassingFault } from '../../db/passing-faults.ts';
import { StoreUnavailable } from '../../ports/object-store.ts';
import { keysOrWhy, type RecordingRow, recordingByTrace } from '../recording/index.ts';
import { tellStory } from './happenings.ts';
import { openRecording } from './open-recording.ts';
import type { ReplayDependencies } from './replay-deps.ts';

const AT_ONCE = 20;
/** While somebody is still there, it is not read again and again. */
const QUIET_MS = 60_000;
const SHORT_READ_MS = 3_000;
/** The mark of a recording whose keys are stored and do not open; it is tried again so much later, when the secret may be back. */
const UNOPENED = 'unopened';
const AGAIN_MS = 24 * 3_600_000;

type DigestDependencies = Pick<ReplayDependencies, 'database' | 'clock' | 'log' | 'recordings' | 'files' | 'store'>;

/** Reads out of recordings what operators look them through by. Answers how many. */
export async function digestRecordings(deps: DigestDependencies): Promise<number> {
  const { query } = deps.database;
  const rows = await query<{ trace: string }>(
    `select r.trace from recordings r left join recording_digests d on d.shard = r.shard and d.trace = r.trace
     where (d.through is null or d.through < r.last_received_at or ($2 = any (d.marks) and d.noted_at <= $3))
       and r.keys_wrapped is not null and r.last_received_at <= $1
     order by r.last_received_at limit ${AT_ONCE}`,
    [new Date(deps.clock.now() - QUIET_MS), UNOPENED, new Date(deps.clock.now() - AGAIN_MS)],
  );
  for (const { trace } of rows) {
    const recording = await recordingByTrace(query, trace);
    if (recording === null) continue;
    try {
      await digest(deps, recording);
    } catch (problem) {
      // The next round asks again, when the store or the database is back.
      if (problem instanceof StoreUnavailable || isPassingFault(problem)) throw problem;
      // Whatever somebody sent: the others do not wait behind it.
      deps.log.error({ trace, problem: String(problem) }, 'a recording could not be read out');
      await noteUnopened(deps, recording);
    }
  }
  return rows.length;
}

async function digest(deps: DigestDependencies, recording: RecordingRow): Promise<void> {
  const { shard, trace, last_received_at: through } = recording;
  const { keys, why } = await keysOrWhy(() => deps.recordings.keysOf(recording));
  if (why !== null) {
    // The others do not wait behind it.
    deps.log.warn({ trace, why }, 'a recording cannot be opened and was not read out');
    return noteUnopened(deps, recording);
  }
  if (keys === null) return;
  const chunks = await openRecording(deps, keys, trace);
  const { journey, happenings, env } = tellStory(chunks);
  const clauses = journey.documents.filter(({ id }) => id === 'clauses');
  const marks = new Set<string>();
  for (const { kind, bad } of happenings) {
    if (kind === 'document' || kind === 'consent' || kind === 'gap') marks.add(kind);
    if (kind === 'api' && bad) marks.add('failed-call');
  }
  if (chunks.some(({ events }) => marksIn(events).some(({ tag }) => tag === 'order'))) marks.add('order');
  const editions = await deps.database.query<{ code: string }>(
    `select distinct o.edition_code as code from order_recordings b
       join orders o on o.shard = b.shard and o.id = b.order_id where b.trace = $1 and b.state = 'bound' order by 1`,
    [trace],
  );
  await deps.database.transaction(async (query) => {
    await query(
      `insert into recording_digests (shard, trace, through, channel, pages, gaps, short_read, marks, noted_at, editions)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
       on conflict (shard, trace) do update set through = excluded.through, channel = excluded.channel,
         pages = excluded.pages, gaps = excluded.gaps, short_read = excluded.short_read, marks = excluded.marks,
         noted_at = excluded.noted_at, editions = excluded.editions`,
      [
        ...[shard, trace, new Date(through), stored(env?.channel ?? '').slice(0, 40), journey.pages.length],
        happenings.filter(({ kind }) => kind === 'gap').length,
        clauses.length > 0 && Math.max(...clauses.map(({ dwellMs }) => dwellMs)) < SHORT_READ_MS,
        [...marks].sort(),
        new Date(deps.clock.now()),
        editions.map(({ code }) => code),
      ],
    );
    await query('delete from recording_readings where shard = $1 and trace = $2', [shard, trace]);
    for (const { id, version, openedAt, dwellMs } of journey.documents) {
      await query(
        `insert into recording_readings (shard, trace, document, version, opened_at, dwell_ms)
         values ($1, $2, $3, $4, $5, $6) on conflict do nothing`,
        [shard, trace, stored(id), Math.min(version, 2 ** 31 - 1), openedAt, Math.min(dwellMs, 2 ** 31 - 1)],
      );
    }
  });
}

/** No database keeps that sign. */
const stored = (text: string): string => text.replaceAll('\0', '');

/** What was read out of it before stays. */
async function noteUnopened(
  { database, clock }: DigestDependencies,
  { shard, trace, last_received_at: through }: RecordingRow,
): Promise<void> {
  await database.query(
    `insert into recording_digests (shard, trace, through, channel, pages, gaps, short_read, marks, noted_at)
     values ($1, $2, $3, '', 0, 0, false, array[$4], $5)
     on conflict (shard, trace) do update set through = excluded.through, noted_at = excluded.noted_at,
       marks = array_append(array_remove(recording_digests.marks, $4), $4)`,
    [shard, trace, new Date(through), UNOPENED, new Date(clock.now())],
  );
}
