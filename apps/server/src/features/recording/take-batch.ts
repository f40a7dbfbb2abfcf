import type { ChunkFacts, ChunkFlag } from '@huimin/evidence/chunk';
import { type Batch, PLAIN_TAB } from './batch.ts';
import { gapInPlaceOf } from './gap-mark.ts';
import type { Admitted, Going } from './going.ts';
import type { Received } from './receipts.ts';
import { type Claimant, claimRecording, type RecordingRow, type Seen, type StoredBatch } from './recording-store.ts';
import type { Recordings } from './recordings.ts';
import { storeChunk } from './store-chunk.ts';
import { type Standing, whoseIs } from './whose.ts';

export type Taken =
  | { readonly outcome: 'refused' }
  | {
      readonly outcome: 'stored' | 'repeated' | 'conflict' | 'over-limit';
      readonly standing: Standing;
      readonly ack: number;
      /** Null where nothing was stored. */
      readonly received: Received | null;
    };

/** Batches of one recording that are stored in a minute; a client that knows of acknowledgements brings the rest later. */
const MOST_IN_MINUTE = 120;

/** So many objects hold what anybody goes on with for years; a package has room for a thousand. What the server itself adds is not counted. */
const MOST_OBJECTS = 500;
const MOST_OBJECTS_OF_STRANGERS = 20;

/** Stores a batch once. What it answers for is on the disk. */
export function takeBatch(deps: Recordings, batch: Batch, claimant: Claimant): Promise<Taken> {
  return deps.inTurn(batch.trace, () =>
    batch.place === null ? takePlain(deps, batch, claimant) : takeNumbered(deps, batch, batch.place, claimant),
  );
}

async function takeNumbered(
  deps: Recordings,
  batch: Batch,
  { tab, seq }: { tab: string; seq: number },
  claimant: Claimant,
): Promise<Taken> {
  const { trace } = batch;
  const tabName = `${trace}/${tab}`;
  const known = deps.acknowledged.get(tabName) ?? -1;
  const going = deps.going.get(trace);
  if (going && seq === known + 1 && batch.key === going.key && isGoingOn(deps, going, claimant)) {
    return takeNext(deps, batch, { tab, seq, tabName }, going);
  }
  const seen = await lookFor(deps, batch, tab, seq, known);
  const admitted = await admit(deps, batch, claimant, seen.recording);
  if (!admitted) return { outcome: 'refused' };
  const { standing } = admitted;
  const there = new Set(seen.batches.map((stored) => stored.seq));
  const sameNumber = seen.batches.filter((stored) => stored.seq === seq);
  const earlier = sameNumber.find((stored) => isSame(stored, batch)) ?? sameNumber[0];
  const answer = { standing, ack: acknowledge(deps, tabName, known, there) };
  if (earlier && isSame(earlier, batch)) {
    return { ...answer, outcome: 'repeated', received: receivedOf(trace, tab, earlier) };
  }
  if (deps.countTrace(trace) > MOST_IN_MINUTE) return { ...answer, outcome: 'over-limit', received: null };
  const flags = [...flagsOf(batch, admitted), ...(earlier ? (['conflict'] as const) : [])];
  const { received } = await store(deps, admitted, factsOf(deps, batch, tab, seq, flags), batch);
  const ack = acknowledge(deps, tabName, known, there.add(seq));
  const isNext = ack === seq && standing === 'own';
  if (isNext) deps.going.set(trace, { ...admitted, claimant, key: batch.key, at: deps.clock.now() });
  else deps.going.delete(trace);
  return { standing, ack, outcome: earlier ? 'conflict' : 'stored', received };
}

/** For so long a visit that goes on is not looked up again for every batch. */
const GOING_MS = 5_000;

/** The same person adds what comes next, moments after it was looked up whose the recording is. */
function isGoingOn({ clock }: Recordings, { claimant, at }: Going, { sessionHash, user }: Claimant): boolean {
  const age = clock.now() - at;
  const before = claimant.sessionHash;
  const sameSession = before === null ? sessionHash === null : sessionHash !== null && before.equals(sessionHash);
  return age >= 0 && age < GOING_MS && sameSession && claimant.user?.id === user?.id;
}

/**
 * The next batch of a visit that goes on, with one write and no read: the index itself says whether the number was free. Where
 * another server gave it away meanwhile, what stands under it is looked up, and the copy made here stays beside it.
 */
async function takeNext(
  deps: Recordings,
  batch: Batch,
  { tab, seq, tabName }: { tab: string; seq: number; tabName: string },
  going: Going,
): Promise<Taken> {
  const { standing } = going;
  if (deps.countTrace(batch.trace) > MOST_IN_MINUTE) {
    return { outcome: 'over-limit', standing, ack: seq - 1, received: null };
  }
  const { received, isFirst } = await store(deps, going, factsOf(deps, batch, tab, seq, flagsOf(batch, going)), batch);
  if (isFirst) {
    deps.acknowledged.set(tabName, seq);
    return { outcome: 'stored', standing, ack: seq, received };
  }
  deps.going.delete(batch.trace);
  const { batches } = await lookFor(deps, batch, tab, seq, seq - 1);
  const ack = acknowledge(deps, tabName, seq - 1, new Set(batches.map((stored) => stored.seq)));
  const stands = batches.find((stored) => stored.seq === seq);
  return stands && isSame(stands, batch)
    ? { outcome: 'repeated', standing, ack, received: receivedOf(batch.trace, tab, stands) }
    : { outcome: 'conflict', standing, ack, received };
}

/** Whoever knows nothing of numbers gets them here; whose the recording is, is settled before. */
async function takePlain(deps: Recordings, batch: Batch, claimant: Claimant): Promise<Taken> {
  const { recording } = await lookFor(deps, batch, PLAIN_TAB, null, -1);
  const admitted = await admit(deps, batch, claimant, recording);
  return admitted ? deps.numbering(batch.trace, () => numberPlain(deps, batch, admitted)) : { outcome: 'refused' };
}

/** The same data is the same batch. */
async function numberPlain(deps: Recordings, batch: Batch, admitted: Admitted): Promise<Taken> {
  const { trace } = batch;
  const { standing } = admitted;
  const seen = await lookFor(deps, batch, PLAIN_TAB, null, -1);
  const ack = seen.batches.at(-1)?.seq ?? -1;
  const earlier = seen.batches.find((stored) => isSame(stored, batch));
  if (earlier) return { standing, ack, outcome: 'repeated', received: receivedOf(trace, PLAIN_TAB, earlier) };
  const count = deps.countTrace(trace);
  // It never comes again: the first of such a minute leaves a word that something is missing.
  if (count > MOST_IN_MINUTE + 1) return { standing, ack, outcome: 'over-limit', received: null };
  const isGap = count > MOST_IN_MINUTE;
  const stored = isGap ? gapInPlaceOf(batch, deps.clock.now()) : batch;
  const seq = ack + 1;
  const facts = factsOf(deps, stored, PLAIN_TAB, seq, ['plain', ...flagsOf(batch, admitted)]);
  const { received } = await store(deps, admitted, facts, stored);
  return { standing, ack: seq, outcome: isGap ? 'over-limit' : 'stored', received };
}

async function store(
  deps: Recordings,
  { keys }: Admitted,
  facts: ChunkFacts,
  { data, values }: Pick<Batch, 'data' | 'values'>,
): Promise<{ received: Received; isFirst: boolean }> {
  const { trace, tab, seq, receivedAt } = facts;
  const { sha256, isFirst } = await storeChunk(deps, keys, facts, data, values);
  return { received: { trace, tab, seq, receivedAt, sha256 }, isFirst };
}

function lookFor(deps: Recordings, batch: Batch, tab: string, seq: number | null, known: number): Promise<Seen> {
  const dataSha256 = Buffer.from(batch.dataSha256, 'hex');
  return deps.commit.write(deps.look, { trace: batch.trace, tab, seq, known, dataSha256 });
}

/** The recording with its keys, for whoever may add to it; null for another account's, and for one that was erased. */
async function admit(
  deps: Recordings,
  batch: Batch,
  claimant: Claimant,
  found: RecordingRow | null,
): Promise<Admitted | null> {
  const { trace, product } = batch;
  const { query } = deps.database;
  let recording = found;
  if (recording === null) {
    const nowMs = deps.clock.now();
    const keys = deps.wrapper.make(trace, nowMs);
    recording = await deps.commit.write(deps.make, {
      trace,
      at: new Date(nowMs),
      product,
      keys,
      claimant,
      unrecorded: false,
    });
  }
  const hasKey = batch.key !== '' && deps.wrapper.isUploadKey(trace, batch.key);
  let whose = whoseIs(recording, claimant, hasKey);
  if (whose.claims) {
    deps.going.delete(trace);
    recording = (await claimRecording(query, trace, claimant)) ?? recording;
    // Somebody else may have been faster, at another server.
    whose = whoseIs(recording, claimant, hasKey);
  }
  if (whose.standing === 'other') return null;
  const most = whose.standing === 'own' ? MOST_OBJECTS : MOST_OBJECTS_OF_STRANGERS;
  if (recording.sealed >= most) return null;
  const keys = deps.keysOf(recording);
  return keys && { recording, keys, standing: whose.standing };
}

function flagsOf(batch: Batch, { recording, standing }: Admitted): ChunkFlag[] {
  return [
    ...(batch.final ? (['final'] as const) : []),
    ...(recording.sealed > 0 ? (['late'] as const) : []),
    ...(standing === 'stranger' ? (['unsigned-in'] as const) : []),
  ];
}

type Content = Pick<
  Batch,
  'trace' | 'events' | 'firstAt' | 'lastAt' | 'dataSha256' | 'prev' | 'table' | 'build' | 'data' | 'values'
>;

function factsOf(deps: Recordings, batch: Content, tab: string, seq: number, flags: readonly ChunkFlag[]): ChunkFacts {
  const { trace, events, firstAt, lastAt, dataSha256, prev, table, build } = batch;
  const receivedAt = deps.clock.now();
  const sorted = flags.toSorted();
  return {
    trace,
    kind: 'client',
    tab,
    seq,
    receivedAt,
    events,
    firstAt,
    lastAt,
    dataSha256,
    prev,
    table,
    build,
    flags: sorted,
  };
}

const isSame = (stored: StoredBatch, batch: Batch): boolean => stored.dataSha256.toString('hex') === batch.dataSha256;

function receivedOf(trace: string, tab: string, { seq, sha256, receivedAt }: StoredBatch): Received {
  return { trace, tab, seq, sha256, receivedAt };
}

function acknowledge(deps: Recordings, tab: string, known: number, there: ReadonlySet<number>): number {
  let ack = known;
  while (there.has(ack + 1)) ack += 1;
  if (ack > known) deps.acknowledged.set(tab, ack);
  return ack;
}
