import type { RetentionNumbers } from '@huimin/domain/evidence';
import { isDamage, sha256 } from '@huimin/evidence/bytes';
import { readTable } from '@huimin/evidence/events';
import {
  type Manifest,
  manifestBytes,
  manifestMessage,
  orderDigest,
  readManifest,
  readObject,
  writeObject,
} from '@huimin/evidence/sealed';
import type { Signer } from '@huimin/evidence/signature';
import type { Core } from '../../../core.ts';
import { type ObjectStore, ObjectTaken } from '../../../ports/object-store.ts';
import {
  type ChunkRow,
  chunksOfRecording,
  keysOrWhy,
  type Recordings,
  readChunks,
  recordingByTrace,
} from '../../recording/index.ts';
import { refuseFormerKey } from '../log/announce-key.ts';
import type { EvidenceLog } from '../log/evidence-log.ts';
import { capturedPlaces } from './captured.ts';
import { listSealed } from './list-row.ts';
import { environmentOf, makeManifest } from './make-manifest.ts';
import { openChunks } from './read-chunks.ts';
import { type CoverDates, decidingOrder, ordersIn } from './recorded-order.ts';
import { noteSealed, noteStored, type ObjectPlan, objectsOf } from './sealing-store.ts';

export interface SealingDependencies extends Core {
  readonly editions: CoverDates;
  readonly recordings: Recordings;
  readonly evidenceLog: EvidenceLog;
  readonly store: ObjectStore;
  readonly signer: Signer;
  readonly retentionNumbers: RetentionNumbers;
}

/** Something that is not ready yet; it is tried again. */
export class NotYet extends Error {}
/** The keys do not open, and a manifest says what was inside. */
export class Unopened extends Error {}

export const manifestKey = (trace: string, addendum: number): string => `manifest ${trace} ${addendum}`;

/**
 * Brings a planned object to its end: store, then log and list. It may break off anywhere and be begun again, by another server
 * too: a plan always leads to the same bytes under the same name.
 */
export async function sealPlan(deps: SealingDependencies, plan: ObjectPlan): Promise<void> {
  const made = await makeObject(deps, plan);
  const stored = await storeObject(deps, plan, made);
  if (await isHeld(deps, plan)) await deps.store.hold(plan.name, true);
  await finish(deps, plan, { ...made, ...stored });
}

async function isHeld({ database }: SealingDependencies, { shard, trace }: ObjectPlan): Promise<boolean> {
  const rows = await database.query(
    `select 1 as held from evidence_recordings where shard = $1 and trace = $2 and held_at is not null`,
    [shard, trace],
  );
  return rows.length > 0;
}

interface MadeObject {
  readonly bytes: Buffer;
  readonly manifest: Manifest;
  readonly chunks: readonly ChunkRow[];
  readonly channel: string;
}

async function makeObject(deps: SealingDependencies, plan: ObjectPlan): Promise<MadeObject> {
  const { query } = deps.database;
  const { trace, addendum } = plan;
  const recording = await recordingByTrace(query, trace);
  if (!recording) throw new Error('there is no such recording');
  const all = await chunksOfRecording(query, trace);
  const chunks = all.filter((chunk) => chunk.addendum === addendum);
  const captured = await capturedPlaces(query, chunks);
  if (captured === null) throw new NotYet('a chunk is not captured yet');
  const before = await manifestsBefore(deps, plan);
  const { keys, why } = await keysOrWhy(() => deps.recordings.keysOf(recording));
  if (why !== null) throw new Unopened(why);
  const stored = await readChunks(deps.recordings, chunks);
  const opened = await openChunks(stored, keys, (hash) => tableIn(deps.store, hash));
  const orders = await ordersIn(deps, trace);
  const order = decidingOrder(orders);
  const manifest = makeManifest({
    ...{ recording, plan, opened, captured },
    previous: before.at(-1)?.hash ?? null,
    earlier: all.filter((chunk) => chunk.addendum !== null && chunk.addendum < addendum),
    declared: before.flatMap(({ manifest: { gaps } }) => gaps),
    order: order && { orderNo: order.canonical.orderNo, digest: orderDigest(order.canonical) },
  });
  const bytes = writeObject(
    opened.map(({ chunk }) => chunk.bytes),
    manifestBytes(manifest),
  );
  const channel = environmentOf(opened)?.channel ?? '';
  return { bytes, manifest, chunks, channel };
}

/** A build's string table; null when nobody has it, as when somebody made up its name. */
async function tableIn(store: ObjectStore, hash: string): Promise<string[] | null> {
  const bytes = await store.get(`tables/${hash}.json`);
  return bytes && sha256(bytes).toString('hex') === hash ? readTable(bytes.toString()) : null;
}

async function manifestsBefore({ database, store }: SealingDependencies, { trace, addendum }: ObjectPlan) {
  const manifests: { manifest: Manifest; hash: string }[] = [];
  for (const before of (await objectsOf(database.query, trace)).filter((one) => one.addendum < addendum)) {
    if (before.step !== 'sealed') throw new NotYet(`object ${before.addendum} is not sealed yet`);
    const bytes = await store.get(before.name);
    const { manifest, hash } = readStored(before, bytes);
    manifests.push({ manifest, hash });
  }
  return manifests;
}

/** An object of ours as it is in the store; throws when it is not whole. */
function readStored(plan: ObjectPlan, bytes: Buffer | null) {
  const object = bytes && readObject(bytes);
  if (!object || isDamage(object)) throw new Error(`${plan.name} is not in the store, or is damaged`);
  const manifest = readManifest(object.manifestBytes);
  if (isDamage(manifest)) throw new Error(`${plan.name}: ${manifest.damage}`);
  return { object, manifest, hash: sha256(object.manifestBytes).toString('hex') };
}

interface StoredBytes {
  readonly bytes: Buffer;
  readonly manifest: Manifest;
  readonly manifestSha256: Buffer;
  readonly signature: Buffer;
}

/** Puts the object into the store, which tells its checksum back. */
async function storeObject(deps: SealingDependencies, plan: ObjectPlan, made: MadeObject): Promise<StoredBytes> {
  let { bytes } = made;
  try {
    const retainUntilMs = plan.kept_until;
    const state = await deps.store.put(plan.name, bytes, { contentType: 'application/octet-stream', retainUntilMs });
    if (state.sha256 !== sha256(bytes).toString('hex')) throw new Error(`the store has other bytes of ${plan.name}`);
  } catch (error) {
    if (!(error instanceof ObjectTaken)) throw error;
    // Made by an earlier release, or before an order was bound: it holds the same chunks, and nothing is written twice.
    const found = await deps.store.get(plan.name);
    const { object, manifest } = readStored(plan, found);
    const same =
      manifest.trace === plan.trace &&
      manifest.addendum === plan.addendum &&
      manifest.sealedAt === plan.sealed_at &&
      made.chunks.length === object.chunks.length &&
      object.chunks.every((chunk, index) => sha256(chunk).equals(made.chunks[index]?.sha256 as Buffer));
    if (!same) throw new Error(`another object is stored as ${plan.name}`);
    bytes = found as Buffer;
  }
  const { manifest, object } = readStored(plan, bytes);
  const manifestSha256 = sha256(object.manifestBytes);
  const signature = deps.signer.sign(manifestMessage(manifestSha256));
  const stored = { bytes, manifest, manifestSha256, signature };
  await noteStored(deps.database.query, plan, {
    sha256: sha256(bytes),
    bytes: bytes.length,
    manifestSha256,
    signature,
  });
  return stored;
}

/** Log entry, list and the plan's end, all or none. */
async function finish(deps: SealingDependencies, plan: ObjectPlan, sealed: MadeObject & StoredBytes): Promise<void> {
  const { trace, addendum } = plan;
  const order = decidingOrder(await ordersIn(deps, trace));
  await deps.database.transaction(async (query) => {
    if (!(await noteSealed(query, plan))) return;
    await refuseFormerKey(deps.evidenceLog, query);
    await deps.evidenceLog.append(query, manifestKey(trace, addendum), {
      type: 'manifest',
      trace,
      addendum,
      sha256: sealed.manifestSha256.toString('hex'),
      signature: sealed.signature.toString('base64'),
    });
    await listSealed(query, {
      ...{ manifest: sealed.manifest, plan, bytes: sealed.bytes.length, channel: sealed.channel, order },
      nowMs: deps.clock.now(),
      orderNo: order?.canonical.orderNo ?? null,
      holder: sealed.manifest.holder === null ? null : Buffer.from(sealed.manifest.holder, 'hex'),
    });
  });
}
