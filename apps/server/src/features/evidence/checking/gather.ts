import { type RetentionFacts, retentionOf } from '@huimin/domain/evidence';
import { sha256Hex } from '@huimin/evidence/bytes';
import type { ServerEvent } from '@huimin/evidence/chunk';
import { serverData } from '@huimin/evidence/chunk';
import type { Manifest } from '@huimin/evidence/sealed';
import {
  type Evidence,
  type Facts,
  type FileKind,
  type Files,
  isThere,
  type LoggedEntry,
  type ManifestProof,
  type Sealed,
  type SealedEvidence,
} from '@huimin/evidence/verify';
import { inParallel } from '../../../coordination/in-parallel.ts';
import type { Keeping } from '../../../ports/object-store.ts';
import { keysOrWhy } from '../../recording/index.ts';
import { contractOf, decidingOrder } from '../sealing/recorded-order.ts';
import { manifestKey } from '../sealing/seal-recording.ts';
import type { SealedObjectRow } from '../sealing/sealing-store.ts';
import type { CheckRun } from './check-run.ts';
import { erasedKey, type RecordingRows, rowsOf } from './page-rows.ts';

/** What is left of an object once it is erased. */
export const manifestName = (objectName: string): string => objectName.replace(/\.rec$/, '.manifest.json');

/** Objects in memory at once, unless a single recording has more. */
const MOST_BYTES = 32 * 1_048_576;
/** Where nothing else is asked for by what stands in them: so few that the processor still has them at hand when it comes to each. */
const FEW_BYTES = 1_048_576;
const READS_AT_ONCE = 8;

export interface GatheredObject {
  readonly plan: SealedObjectRow;
  readonly object: Uint8Array | null;
  readonly manifest: Manifest | null;
}

export interface Gathered {
  readonly trace: string;
  readonly evidence: Evidence;
  readonly sealed: readonly Sealed[];
  readonly objects: readonly GatheredObject[];
  readonly indexed: RecordingRows['indexed'];
  readonly facts: Facts;
}

/** Everything there is about one recording, in database, store and log; null where nothing of it is sealed. */
export async function gather(run: CheckRun, trace: string): Promise<Gathered | null> {
  for await (const gathered of gatherMany(run, [trace])) return gathered;
  return null;
}

/**
 * The same about many, in their order: rows all together, objects as many as memory is meant for. Objects lie in the run's room, where
 * others follow them: each recording is to be done with before the next one is asked for.
 */
export async function* gatherMany(run: CheckRun, traces: readonly string[]): AsyncGenerator<Gathered> {
  for (const part of inParts(await rowsOf(run, traces), run.depth === 'shallow' ? FEW_BYTES : MOST_BYTES)) {
    run.room.empty();
    const stored = part.map((rows) => rows.plans.map((plan) => ({ plan, found: NOTHING })));
    await inParallel(
      stored.flat(),
      READS_AT_ONCE,
      async (one) => {
        one.found = await readObject(run, one.plan);
      },
      (_, error) => {
        throw error;
      },
    );
    const read = part.map((rows, index) =>
      readRecording(
        run,
        rows,
        (stored[index] ?? []).map(({ found }) => found),
      ),
    );
    const captures = await capturesOf(run, read);
    await readFiles(run, read);
    for (const one of read) yield await gathered(run, one, captures);
  }
}

/** @param wanted bytes of a part, more where it would have fewer objects than are read at once */
function* inParts(all: readonly RecordingRows[], wanted: number): Generator<RecordingRows[]> {
  let part: RecordingRows[] = [];
  let bytes = 0;
  for (const rows of all) {
    const own = rows.plans.reduce((sum, plan) => sum + (plan.bytes ?? 0), 0);
    const most = part.length < READS_AT_ONCE ? MOST_BYTES : wanted;
    if (part.length > 0 && bytes + own > most) {
      yield part;
      [part, bytes] = [[], 0];
    }
    part.push(rows);
    bytes += own;
  }
  if (part.length > 0) yield part;
}

interface StoredObject {
  readonly object: Buffer | null;
  /** What is left of it, where the object is gone. */
  readonly manifest: Buffer | null;
  readonly keeping: Keeping | null;
}
const NOTHING: StoredObject = { object: null, manifest: null, keeping: null };

async function readObject(
  { deps: { store }, room }: CheckRun,
  { name, bytes }: SealedObjectRow,
): Promise<StoredObject> {
  const kept = await store.kept(name, room.of(bytes));
  if (kept === null) return { ...NOTHING, manifest: await store.get(manifestName(name)) };
  return { object: kept.bytes, manifest: null, keeping: kept.keeping };
}

/** A recording of which the objects were read. */
interface ReadRecording {
  readonly rows: RecordingRows;
  readonly objects: readonly SealedEvidence[];
  readonly keepings: readonly Keeping[];
  readonly sealed: readonly Sealed[];
  readonly manifests: readonly Manifest[];
}

function readRecording(run: CheckRun, rows: RecordingRows, stored: readonly StoredObject[]): ReadRecording {
  const { depth, proofs, checkpoint, signers } = run;
  const { trace, plans, logged } = rows;
  const objects: SealedEvidence[] = plans.map((plan, index) => {
    const { object, manifest } = stored[index] as StoredObject;
    const entry = logged.get(manifestKey(trace, plan.addendum));
    return { object, manifest, proof: entry ? manifestProof(entry, proofs.size, plan.signature) : null };
  });
  const sealed = run.verifier.read({ objects, checkpoint, signers }, depth);
  const manifests = sealed.flatMap(({ manifest }) => (isThere(manifest) ? [manifest] : []));
  return { rows, objects, keepings: stored.flatMap(({ keeping }) => keeping ?? []), sealed, manifests };
}

async function gathered(
  run: CheckRun,
  { rows, objects, keepings, sealed, manifests }: ReadRecording,
  captures: ReadonlyMap<number, LoggedEntry>,
): Promise<Gathered> {
  const { deps, depth, checkpoint, signers } = run;
  const { trace, plans, recording, logged } = rows;
  const erased = logged.get(erasedKey(trace));
  const { keys, why } = await keysOrWhy(() =>
    depth === 'deep' && recording ? (deps.keysOf?.(recording) ?? null) : null,
  );
  const evidence: Evidence = {
    trace,
    objects,
    captures: depth === 'shallow' ? [] : capturesIn(manifests).flatMap((index) => captures.get(index) ?? []),
    registered: registeredOf(run, manifests),
    erased: erased ? [erased] : [],
    checkpoint,
    signers,
    ...(await run.stamps.of(objects)),
    order: orderOf(rows, manifests),
    files: depth === 'shallow' ? null : filesOf(run),
    keys: keys && { view: keys.view.export(), values: keys.values.export() },
    unopened: why,
  };
  const ofPlan = ({ manifest }: Sealed, index: number): GatheredObject => ({
    plan: plans[index] as SealedObjectRow,
    object: objects[index]?.object ?? null,
    manifest: isThere(manifest) ? manifest : null,
  });
  const facts = factsOf(run, rows, keepings);
  return { trace, evidence, sealed, objects: sealed.map(ofPlan), indexed: rows.indexed, facts };
}

/** The entry itself, told of its tree: whoever knows the entry need not work out its path. */
function manifestProof(entry: LoggedEntry, size: number, signature: Buffer | null): ManifestProof {
  return Object.assign(entry, { size, signature: signature ?? Buffer.alloc(0) });
}

/** Sets of names that are at hand: builds and documents change every few weeks. */
const MOST_SETS = 256;

function registeredOf({ registered, registeredFor }: CheckRun, manifests: readonly Manifest[]): readonly LoggedEntry[] {
  const names = manifests.flatMap(({ builds, documents }) => [
    ...builds.map((build) => `build ${build}`),
    ...documents.map(({ sha256 }) => `document ${sha256}`),
  ]);
  const key = names.join();
  const known = registeredFor.get(key);
  if (known) return known;
  const found = [...new Set(names)].flatMap((name) => registered.get(name) ?? []).sort((a, b) => a.index - b.index);
  if (registeredFor.size >= MOST_SETS) registeredFor.clear();
  registeredFor.set(key, found);
  return found;
}

const capturesIn = (manifests: readonly Manifest[]): number[] =>
  [...new Set(manifests.flatMap(({ chunks }) => chunks.map(({ capture }) => capture.entry)))].sort((a, b) => a - b);

async function capturesOf(
  { depth, proofs }: CheckRun,
  read: readonly ReadRecording[],
): Promise<ReadonlyMap<number, LoggedEntry>> {
  if (depth === 'shallow') return new Map();
  const found = await proofs.at(capturesIn(read.flatMap(({ manifests }) => manifests)));
  return new Map(found.map((logged) => [logged.index, logged]));
}

/** The order as its row says today. One that was bound after the last sealing belongs to what is sealed next. */
function orderOf({ orders, waiting }: RecordingRows, manifests: readonly Manifest[]): Evidence['order'] {
  const said = manifests.findLast(({ order }) => order !== null)?.order?.orderNo;
  if (said !== undefined) return orders.find(({ canonical }) => canonical.orderNo === said)?.canonical ?? null;
  return waiting.length > 0 ? null : (decidingOrder(orders)?.canonical ?? null);
}

async function readFiles({ depth, files, deps }: CheckRun, read: readonly ReadRecording[]): Promise<void> {
  if (depth === 'shallow') return;
  const wanted = read
    .flatMap(({ manifests }) => manifests)
    .flatMap(({ builds, tables, documents }) => [
      ...builds.map((name) => fileName('builds', name)),
      ...tables.map((name) => fileName('tables', name)),
      ...documents.map(({ sha256 }) => fileName('documents', sha256)),
    ]);
  for (const name of new Set(wanted)) {
    if (!files.has(name)) files.set(name, await deps.store.get(name));
  }
}

const filesOf = ({ files }: CheckRun): Files => ({
  read: (kind, name) => files.get(fileName(kind, name)) ?? null,
  byHash: [],
});

const fileName = (kind: FileKind, name: string): string =>
  `${kind}/${name}${kind === 'builds' || kind === 'tables' ? '.json' : ''}`;

/** Events that money or a consent hangs on: they must be told in the recording, all of them. */
function mustBeTold(event: ServerEvent): boolean {
  const { what } = event;
  return what !== 'payment-asked' && !(what === 'payment-result' && event.facts.result !== 'paid');
}

/** Until when the rule keeps a recording. Contracts of one edition run alike: it is worked out once for all of them. */
function ruleOf({ deps, rules }: CheckRun, facts: RetentionFacts): number | null {
  const { contract, disputes } = facts;
  const untilMs = () => retentionOf(facts, deps.retentionNumbers).untilMs;
  if (contract === null || disputes.length > 0) return untilMs();
  const key = `${contract.from} ${contract.to}`;
  const known = rules.get(key);
  if (known !== undefined) return known;
  const found = untilMs();
  rules.set(key, found);
  return found;
}

function factsOf(run: CheckRun, rows: RecordingRows, there: readonly Keeping[]): Facts {
  const { deps } = run;
  const { trace, plans, orders, recordedAtMs, waiting, disputes } = rows;
  const happened = orders.flatMap((order) =>
    order.events
      .filter(({ event, trace: during }) => mustBeTold(event) && (order.trace === trace || during === trace))
      .map(({ event }) => event),
  );
  const notSealed = new Set(waiting.flatMap(({ kind, dataSha256 }) => (kind === 'server' ? [dataSha256] : [])));
  const isSealed = (event: ServerEvent): boolean =>
    notSealed.size === 0 || !notSealed.has(sha256Hex(serverData(event)));
  const sealedAt = Math.max(...plans.map(({ sealed_at: at }) => at));
  const untilMs = ruleOf(run, { recordedAtMs, contract: contractOf(deps, orders), disputes });
  return {
    addenda: plans.length - 1,
    happened: happened.filter((event) => event.at <= sealedAt && isSealed(event)),
    ...(there.length === 0
      ? {}
      : {
          retention: {
            until: Math.min(
              ...there.map(({ held, retainUntilMs }) => (held ? Number.POSITIVE_INFINITY : (retainUntilMs ?? 0))),
            ),
            locked: there.every(({ lock }) => lock !== 'none'),
            rule: Math.max(...plans.map(({ kept_until: until }) => until), untilMs ?? 0),
          },
        }),
  };
}
