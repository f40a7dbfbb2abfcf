import type { RetentionNumbers } from '@huimin/domain/evidence';
import { retentionOf } from '@huimin/domain/evidence';
import { isDamage, sha256Hex } from '@huimin/evidence/bytes';
import type { ServerEvent } from '@huimin/evidence/chunk';
import { serverData } from '@huimin/evidence/chunk';
import { readEntry } from '@huimin/evidence/log';
import { type Manifest, readManifest, readObject } from '@huimin/evidence/sealed';
import type {
  ArchiveEvidence,
  Depth,
  Evidence,
  Facts,
  FileKind,
  Files,
  LoggedEntry,
  SealedEvidence,
  StampEvidence,
} from '@huimin/evidence/verify';
import type { Core } from '../../../core.ts';
import type { ObjectStore } from '../../../ports/object-store.ts';
import { type RecordedOrder, type RecordingKeys, type RecordingRow, recordingByTrace } from '../../recording/index.ts';
import type { EvidenceLog } from '../log/evidence-log.ts';
import { type CoverDates, contractOf, decidingOrder, disputesOf, ordersIn } from '../sealing/recorded-order.ts';
import { manifestKey } from '../sealing/seal-recording.ts';
import { type ObjectPlan, objectsOf, shardOf } from '../sealing/sealing-store.ts';
import { LogProofs } from './log-proofs.ts';

export interface CheckingDependencies extends Pick<Core, 'clock' | 'database' | 'numbers' | 'log'> {
  readonly editions: CoverDates;
  readonly evidenceLog: EvidenceLog;
  readonly store: ObjectStore;
  readonly retentionNumbers: RetentionNumbers;
  /** PEM of the authorities' roots; null believes those that come along. */
  readonly stampRoots: string | null;
  /** Null: nothing is opened. */
  readonly keysOf: ((recording: RecordingRow) => RecordingKeys | null) | null;
}

export const erasedKey = (trace: string): string => `erased ${trace}`;
/** What is left of an object once it is erased. */
export const manifestName = (objectName: string): string => objectName.replace(/\.rec$/, '.manifest.json');

interface StampRow {
  readonly authority: number;
  readonly due_at: number;
  readonly day: string;
  readonly size: bigint;
  readonly checkpoint: string;
  readonly reply: Buffer;
  readonly certificates: string;
}

/** What one run of the check has in common: one checkpoint, and everything that is read more than once. */
export interface CheckRun {
  readonly deps: CheckingDependencies;
  readonly depth: Depth;
  readonly checkpoint: Buffer | null;
  readonly proofs: LogProofs;
  readonly registered: readonly { readonly logged: LoggedEntry; readonly names: string }[];
  readonly signers: readonly LoggedEntry[];
  readonly files: Map<string, Buffer | null>;
  readonly stamps: Map<string, Promise<StampEvidence>>;
  readonly archives: Map<string, Promise<readonly ArchiveEvidence[]>>;
}

export async function beginRun(deps: CheckingDependencies, depth: Depth): Promise<CheckRun> {
  const last = await deps.evidenceLog.checkpoint();
  const proofs = new LogProofs(deps.evidenceLog, last?.size ?? 0);
  const registered = (await proofs.registered()).map((logged) => ({ logged, names: namedBy(logged) }));
  const checkpoint = last === null ? null : Buffer.from(last.checkpoint);
  const signers = await proofs.signers();
  const known = { files: new Map(), stamps: new Map(), archives: new Map() };
  return { deps, depth, checkpoint, proofs, registered, signers, ...known };
}

function namedBy({ entry }: LoggedEntry): string {
  const read = readEntry(entry);
  if (read?.type === 'build') return `build ${read.build}`;
  return read?.type === 'document' ? `document ${read.sha256}` : '';
}

export interface GatheredObject {
  readonly plan: ObjectPlan;
  readonly object: Uint8Array | null;
  readonly manifest: Manifest | null;
}

export interface Gathered {
  readonly evidence: Evidence;
  readonly objects: readonly GatheredObject[];
  readonly facts: Facts;
}

/** Everything there is about one recording, in database, store and log; null where nothing of it is sealed. */
export async function gather(run: CheckRun, trace: string): Promise<Gathered | null> {
  const { deps, depth, proofs } = run;
  const { query } = deps.database;
  const plans = (await objectsOf(query, trace)).filter(({ step }) => step === 'sealed');
  if (plans.length === 0) return null;
  const keys = plans.map(({ addendum }) => manifestKey(trace, addendum));
  const logged = await proofs.byKeys([...keys, erasedKey(trace)]);
  const erased = logged.get(erasedKey(trace));
  const objects: SealedEvidence[] = [];
  for (const [index, plan] of plans.entries()) {
    const object = await deps.store.get(plan.name);
    const manifest = object ? null : await deps.store.get(manifestName(plan.name));
    const entry = logged.get(keys[index] as string);
    const proof = entry && { ...entry, size: proofs.size, signature: plan.signature ?? Buffer.alloc(0) };
    objects.push({ object, manifest, proof: proof ?? null });
  }
  const found = objects.map(manifestIn);
  const manifests = found.filter((manifest) => manifest !== null);
  const orders = await ordersIn(deps, trace);
  const recording = await recordingByTrace(query, trace);
  const opened = depth === 'deep' && recording ? (deps.keysOf?.(recording) ?? null) : null;
  const names = namesIn(manifests);
  const evidence: Evidence = {
    trace,
    objects,
    captures: depth === 'shallow' ? [] : await proofs.at(capturesIn(manifests)),
    registered: run.registered.filter((one) => names.has(one.names)).map((one) => one.logged),
    erased: erased ? [erased] : [],
    checkpoint: run.checkpoint,
    signers: run.signers,
    ...(await stampsFor(run, objects)),
    order: await orderOf(deps, trace, orders, manifests),
    files: depth === 'shallow' ? null : await filesOf(run, manifests),
    keys: opened && { view: opened.view.export(), values: opened.values.export() },
  };
  return {
    evidence,
    objects: plans.map((plan, index) => ({
      plan,
      object: objects[index]?.object ?? null,
      manifest: found[index] ?? null,
    })),
    facts: await factsOf(deps, plans, orders),
  };
}

function manifestIn({ object, manifest }: SealedEvidence): Manifest | null {
  const read = object && readObject(object);
  const bytes = read && !isDamage(read) ? read.manifestBytes : object ? null : manifest;
  const found = bytes && readManifest(bytes);
  return found && !isDamage(found) ? found : null;
}

const namesIn = (manifests: readonly Manifest[]): ReadonlySet<string> =>
  new Set(
    manifests.flatMap(({ builds, documents }) => [
      ...builds.map((build) => `build ${build}`),
      ...documents.map(({ sha256 }) => `document ${sha256}`),
    ]),
  );

const capturesIn = (manifests: readonly Manifest[]): number[] => [
  ...new Set(manifests.flatMap(({ chunks }) => chunks.map(({ capture }) => capture.entry))),
];

/** The order as its row says today. One that was bound after the last sealing belongs to what is sealed next. */
async function orderOf(
  { database }: CheckingDependencies,
  trace: string,
  orders: readonly RecordedOrder[],
  manifests: readonly Manifest[],
): Promise<Evidence['order']> {
  const said = manifests.findLast(({ order }) => order !== null)?.order?.orderNo;
  if (said !== undefined) return orders.find(({ canonical }) => canonical.orderNo === said)?.canonical ?? null;
  const waiting = await database.query(
    `select 1 as waits from recording_chunks where shard = $1 and trace = $2 and addendum is null limit 1`,
    [shardOf(trace), trace],
  );
  return waiting.length > 0 ? null : (decidingOrder(orders)?.canonical ?? null);
}

async function filesOf(run: CheckRun, manifests: readonly Manifest[]): Promise<Files> {
  const wanted = manifests.flatMap(({ builds, tables, documents }) => [
    ...builds.map((name) => fileName('builds', name)),
    ...tables.map((name) => fileName('tables', name)),
    ...documents.map(({ sha256 }) => fileName('documents', sha256)),
  ]);
  for (const name of new Set(wanted)) {
    if (!run.files.has(name)) run.files.set(name, await run.deps.store.get(name));
  }
  return { read: (kind, name) => run.files.get(fileName(kind, name)) ?? null, assets: [] };
}

const fileName = (kind: FileKind, name: string): string =>
  `${kind}/${name}${kind === 'builds' || kind === 'tables' ? '.json' : ''}`;

/** For each object the first stamp of each authority that covers it, and what was stamped over those later. */
async function stampsFor(run: CheckRun, objects: readonly SealedEvidence[]) {
  const days = new Set<string>();
  const found = new Map<string, Promise<StampEvidence>>();
  for (const { proof } of objects) {
    if (proof === null) continue;
    const rows = await run.deps.database.query<StampRow>(
      `select distinct on (s.authority) s.authority, s.due_at, c.size,
         (s.stamped_at at time zone 'Asia/Shanghai')::date::text as day, c.checkpoint, s.reply, s.certificates
       from log_stamps s join log_checkpoints c on c.number = s.checkpoint
       where c.size > $1 and c.size <= $2 order by s.authority, c.number, s.stamped_at`,
      [proof.index, run.proofs.size],
    );
    for (const row of rows) {
      const name = `${row.authority}-${new Date(row.due_at).toISOString().replace(/[:.]/g, '')}`;
      const stamp = run.stamps.get(name) ?? stampOf(run, name, row);
      run.stamps.set(name, stamp);
      found.set(name, stamp);
      days.add(row.day);
    }
  }
  const archives = await Promise.all([...days].map((day) => archivesOf(run, day)));
  return { stamps: await Promise.all(found.values()), archives: archives.flat() };
}

function archivesOf({ deps, archives }: CheckRun, day: string): Promise<readonly ArchiveEvidence[]> {
  const known =
    archives.get(day) ??
    deps.database.query<ArchiveEvidence>(
      `select day || '-' || generation as name, list, reply, certificates from log_archives where day = $1
       order by generation`,
      [day],
    );
  archives.set(day, known);
  return known;
}

async function stampOf({ proofs }: CheckRun, name: string, row: StampRow): Promise<StampEvidence> {
  const { reply, certificates } = row;
  const consistency = await proofs.consistency(Number(row.size));
  return { name, reply, checkpoint: Buffer.from(row.checkpoint), consistency, certificates };
}

/** Events that money hangs on: they must be told in the recording, all of them. */
function isMoney({ what, facts }: ServerEvent): boolean {
  return what !== 'payment-asked' && !(what === 'payment-result' && facts.result !== 'paid');
}

async function factsOf(
  deps: CheckingDependencies,
  plans: readonly ObjectPlan[],
  orders: readonly RecordedOrder[],
): Promise<Facts> {
  const { database, store } = deps;
  const [{ shard, trace }] = plans as [ObjectPlan];
  const happened = orders.flatMap((order) =>
    order.events
      .filter(({ event, trace: during }) => isMoney(event) && (order.trace === trace || during === trace))
      .map(({ event }) => event),
  );
  const waiting = await database.query<{ data_sha256: Buffer }>(
    `select data_sha256 from recording_chunks where shard = $1 and trace = $2 and kind = 'server' and addendum is null`,
    [shard, trace],
  );
  const notSealed = new Set(waiting.map(({ data_sha256: hash }) => hash.toString('hex')));
  const sealedAt = Math.max(...plans.map(({ sealed_at: at }) => at));
  const recording = await recordingByTrace(database.query, trace);
  const rule = retentionOf(
    {
      recordedAtMs: recording?.last_received_at ?? 0,
      contract: await contractOf(deps, orders),
      disputes: await disputesOf(deps, trace),
    },
    deps.retentionNumbers,
  );
  const states = [];
  for (const { name } of plans) states.push(await store.state(name));
  const there = states.filter((state) => state !== null);
  return {
    addenda: plans.length - 1,
    happened: happened.filter((event) => event.at <= sealedAt && !notSealed.has(sha256Hex(serverData(event)))),
    ...(there.length === 0
      ? {}
      : {
          retention: {
            until: Math.min(
              ...there.map(({ held, retainUntilMs }) => (held ? Number.MAX_SAFE_INTEGER : (retainUntilMs ?? 0))),
            ),
            locked: there.every(({ lock }) => lock !== 'none'),
            rule: Math.max(...plans.map(({ kept_until: until }) => until), rule.untilMs ?? 0),
          },
        }),
  };
}
