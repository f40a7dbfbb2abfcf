import { hex, sha256, sha256Hex } from '../bytes/index.ts';
import { canonicalBytes } from '../canonical/index.ts';
import {
  type ChunkFacts,
  type ChunkFlag,
  packPart,
  sealPart,
  serverData,
  serverFacts,
  writeChunk,
} from '../chunk/index.ts';
import { expandEvents, type Mark, marksIn, type RecordedEvent } from '../events/index.ts';
import { readJourney } from '../journey/index.ts';
import { entryBytes, type LogEntry, noteKey, signCheckpoint } from '../log/index.ts';
import { leafHash, MerkleTree } from '../merkle/index.ts';
import type { PackageContent } from '../package/index.ts';
import {
  type CanonicalOrder,
  chainHead,
  findGaps,
  type Manifest,
  manifestMessage,
  orderDigest,
  writeObject,
} from '../sealed/index.ts';
import { ownVerifier, type Signer, signerOf } from '../signature/index.ts';
import { archiveBytes, sha512, stampDigest } from '../stamp/index.ts';
import type { ArchiveEvidence, LoggedEntry, SealedEvidence, StampEvidence, Trust } from '../verify/index.ts';
import { type SampleAuthority, sampleAuthority } from './authority.ts';
import {
  below,
  bytesOf,
  type Chance,
  chanceOf,
  SAMPLE_BUILD,
  SAMPLE_BUILD_LIST,
  SAMPLE_DOCUMENTS,
  SAMPLE_STYLE,
  SAMPLE_TABLE,
  SAMPLE_TABLE_JSON,
  SAMPLE_TABLE_SHA256,
  type SampleHouse,
  sampleWalk,
} from './journey.ts';
import { KeyRow, type Rotation } from './key-row.ts';

export { type AuthorityMakeUp, type SampleAuthority, sampleAuthority, unknownExtension } from './authority.ts';
export {
  below,
  type Chance,
  chanceOf,
  SAMPLE_BUILD,
  SAMPLE_BUILD_LIST,
  SAMPLE_DOCUMENTS,
  SAMPLE_TABLE_JSON,
  SAMPLE_TABLE_SHA256,
  samplePayment,
} from './journey.ts';

// Recordings as a house would keep them, made from a seed: for tests of whatever reads them.

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const START = Date.UTC(2026, 10, 2, 1);
export const SAMPLE_NEXT_BUILD = 'sample-build-next';
export const SAMPLE_ORIGIN = 'evidence.sample/log';

/** What is unusual about a recording. None is erased unless it is asked for. */
export type SampleTrait = 'plain-sale' | 'no-order' | 'two-tabs' | 'gap' | 'addendum' | 'erased';
const TRAITS: SampleTrait[] = ['plain-sale', 'plain-sale', 'plain-sale', 'no-order', 'two-tabs', 'gap', 'addendum'];

interface Stored {
  bytes: Buffer;
  facts: ChunkFacts;
  /** Expanded. */
  events: RecordedEvent[];
  capture: { entry: number; index: number; path: string[] } | null;
}

export interface SampleRecording {
  trace: string;
  trait: SampleTrait;
  order: CanonicalOrder | null;
  keys: { view: Buffer; values: Buffer };
  /** Chunks of the recording and of each addendum. */
  parts: Stored[][];
  sealed: (SealedEvidence & { manifestAt: number })[];
  sealedAt: number;
}

export interface SampleWorld {
  trust: Trust;
  recordings: SampleRecording[];
  /** A package of one of them. `masked`: without the key of the values. */
  content(number: number, masked?: boolean): PackageContent;
  tree: MerkleTree;
  entries: Uint8Array[];
  stamps: readonly SampleStamp[];
}

export interface SampleStamp {
  size: number;
  at: number;
  evidence: Omit<StampEvidence, 'consistency'>;
}

/** A chunk, and what the manifest will say of it. */
export type SampleTaken = Pick<Stored, 'bytes' | 'facts'>;

/** What makes an object. */
export interface SampleSealed {
  manifest: Manifest;
  chunks: Buffer[];
}

export interface SampleOptions {
  seed: number;
  count: number;
  /** By chance one of these, or by the recording's number. */
  traits?: readonly SampleTrait[] | ((number: number) => SampleTrait);
  authorities?: readonly SampleAuthority[];
  rotates?: Rotation;
  /**
   * The last document, and a build that is not the usual one, are registered while the first recording is under way: just before
   * or just after what told of that document was captured.
   */
  publishes?: 'meanwhile' | 'too-late';
  /** Stamps are of another tree than the one that the log shows, signed by the same key. */
  forks?: boolean;
  /** Every stamp is stamped again at this moment. */
  archivedAt?: number;
  /** What that names, in place of the digests of all stamps. */
  archives?: readonly string[];
  /** What the house takes in, and seals, in the place of what came and happened. */
  takes?: (chunk: SampleTaken) => SampleTaken;
  seals?: (sealed: SampleSealed) => SampleSealed;
  /** Goes on with a log of samples; the first recording has this number. */
  goesOn?: { world: SampleWorld; from: number };
  /** Signs log and manifests both. */
  signer?: Signer;
  /** How often the first page is touched, at most. */
  strolls?: number;
  /** What the house calls orders, payments and policies, where its own rows are to agree. */
  house?: SampleHouse;
}

let ownAuthorities: SampleAuthority[] | null = null;
/** Making keys takes a while; once is enough. */
const usualAuthorities = (): SampleAuthority[] => {
  ownAuthorities ??= [
    sampleAuthority({ kind: 'rsa', name: 'Sample A' }),
    sampleAuthority({ kind: 'ec', name: 'Sample B' }),
  ];
  return ownAuthorities;
};

/** As many recordings as asked for, in one log. */
export function sampleWorld({
  seed,
  count,
  traits = TRAITS,
  authorities = usualAuthorities(),
  rotates = false,
  publishes,
  forks = false,
  archivedAt,
  archives,
  takes = (chunk) => chunk,
  seals = (sealed) => sealed,
  goesOn,
  signer,
  strolls,
  house,
}: SampleOptions): SampleWorld {
  const chance = chanceOf(seed);
  const own = (): Signer => signer ?? signerOf(bytesOf(chance, 32));
  const entries: Uint8Array[] = goesOn?.world.entries ?? [];
  const tree = goesOn?.world.tree ?? new MerkleTree();
  const append = (entry: LogEntry): number => {
    const bytes = entryBytes(entry);
    tree.append(leafHash(bytes));
    return entries.push(bytes) - 1;
  };
  const keys = new KeyRow({ log: own(), signing: own() }, rotates, chance, append);
  keys.rotate('first', START);
  const publish = ({ id, version, sha256: hash }: (typeof SAMPLE_DOCUMENTS)[number]): number =>
    append({ type: 'document', edition: 'js26', id, version, sha256: hash });
  const release = (build: string): number => append({ type: 'build', build, sha256: sha256Hex(SAMPLE_BUILD_LIST) });
  const register = () => [
    release(SAMPLE_BUILD),
    ...(publishes === undefined ? SAMPLE_DOCUMENTS : SAMPLE_DOCUMENTS.slice(0, -1)).map(publish),
  ];
  const registered = goesOn ? Array.from({ length: 1 + SAMPLE_DOCUMENTS.length }, (_, index) => index) : register();
  const recordings = Array.from({ length: count }, (_, index) => {
    const number = (goesOn?.from ?? 0) + index;
    const most = strolls === undefined ? 8 : strolls;
    const trait = typeof traits === 'function' ? traits(number) : traits[below(chance, traits.length)];
    return sampleRecording(chance, number, trait as SampleTrait, most, house);
  });
  for (const stored of recordings.flatMap(({ parts }) => parts.flat())) Object.assign(stored, takes(stored));
  const checkpointOf = (size: number, root: Uint8Array): Buffer =>
    Buffer.from(signCheckpoint({ origin: SAMPLE_ORIGIN, size, root }, keys.log));
  const stamps: SampleStamp[] = [];

  const stampNow = (at: number): void => {
    const size = tree.size;
    if (stamps.at(-1)?.size === size) return;
    const authority = authorities[stamps.length % authorities.length] as SampleAuthority;
    const root = tree.root(size);
    const checkpoint = checkpointOf(size, forks ? sha256(root) : root);
    const reply = authority.stamp(sha256(checkpoint), at);
    const evidence = { name: String(stamps.length), reply, checkpoint, certificates: authority.chainPem };
    stamps.push({ size, at, evidence });
  };

  // Everything in the order in which it would have happened.
  const chunks = recordings.flatMap(({ parts }) => parts.flat());
  const minutes = Map.groupBy(chunks, ({ facts }) => Math.floor(facts.receivedAt / MINUTE) + 1);
  const happenings = [...minutes].map(([minute, taken]) => ({
    at: minute * MINUTE,
    run: () => capture(taken, append),
  }));
  for (const recording of recordings) {
    for (const [number, part] of recording.parts.entries()) {
      const at = Math.max(...part.map(({ facts }) => facts.receivedAt)) + 31 * MINUTE;
      happenings.push({ at, run: () => seal(recording, number, at) });
    }
  }
  if (publishes !== undefined) {
    const at = toldAt(recordings[0] as SampleRecording, LAST_DOCUMENT.id) + (publishes === 'too-late' ? 1 : -1);
    happenings.push({ at, run: () => registered.push(publish(LAST_DOCUMENT), release(SAMPLE_NEXT_BUILD)) });
  }
  happenings.sort((a, b) => a.at - b.at);
  let hour = 0;
  for (const [number, { at, run }] of happenings.entries()) {
    if (number === happenings.length >> 1) keys.rotate('middle', at);
    if (hour > 0 && at > hour * HOUR) stampNow(hour * HOUR);
    run();
    hour = Math.ceil(at / HOUR);
  }
  stampNow(hour * HOUR);

  function seal(recording: SampleRecording, number: number, at: number): void {
    const taken = (recording.parts[number] as Stored[]).map(({ bytes }) => bytes);
    const sealed = seals({ manifest: sampleManifest(recording, number, at), chunks: taken });
    // In whatever form it was sealed.
    const manifest = canonicalBytes(sealed.manifest);
    const signature = keys.signing.sign(manifestMessage(sha256(manifest)));
    const named = { trace: recording.trace, addendum: number, sha256: sha256Hex(manifest) };
    const index = append({ type: 'manifest', ...named, signature: signature.toString('base64') });
    const object = writeObject(sealed.chunks, manifest);
    const proof = { entry: entries[index] as Uint8Array, index, size: 0, path: [], signature };
    recording.sealed.push({ object, manifest: Buffer.from(manifest), proof, manifestAt: at });
    recording.sealedAt = at;
  }

  const erased = new Map<string, number>();
  for (const { trace, trait, sealedAt } of recordings) {
    if (trait === 'erased') erased.set(trace, append({ type: 'erased', trace, rule: 'short-term', at: sealedAt + 1 }));
  }

  keys.rotate('last', hour * HOUR);
  const size = tree.size;
  const checkpoint = checkpointOf(size, tree.root(size));
  const logged = (index: number): LoggedEntry => ({
    index,
    entry: entries[index] as Uint8Array,
    path: tree.auditPath(index),
  });
  const roots = authorities.map(({ rootPem }) => rootPem).join('');
  const trust: Trust = {
    signing: ownVerifier(keys.signing),
    log: noteKey(SAMPLE_ORIGIN, keys.log),
    keysAreOwn: true,
    stampRoots: roots,
    secondLine: null,
    now: START,
    lastSeen: null,
  };

  function content(number: number, masked = true): PackageContent {
    const recording = recordings[number] as SampleRecording;
    const { trace, trait, keys: secrets, sealed, order } = recording;
    const places = new Set(recording.parts.flat().map(({ capture: place }) => place?.entry as number));
    const over = sealed.map(({ proof, manifestAt }) =>
      stamps.find((stamp) => stamp.size > (proof?.index ?? 0) && stamp.at >= manifestAt),
    );
    return {
      info: {
        format: 'huimin-evidence/1',
        trace,
        addenda: sealed.length - 1,
        exportedAt: recording.sealedAt + 24 * HOUR,
        masked,
        origin: SAMPLE_ORIGIN,
        logKey: trust.log.verifier.publicKey.toString('base64'),
        signingKey: keys.signing.publicKey.toString('base64'),
        order,
      },
      objects: sealed.map(({ object, manifest, proof }) => {
        const index = proof?.index ?? 0;
        const left = trait === 'erased' ? { object: null, manifest } : { object, manifest: null };
        return { ...left, proof: proof && { ...proof, size, path: tree.auditPath(index) } };
      }),
      captures: [...places].sort((a, b) => a - b).map(logged),
      registered: registered.map(logged),
      erased: trait === 'erased' ? [logged(erased.get(trace) as number)] : [],
      signers: keys.entries.map(logged),
      checkpoint,
      stamps: [...new Set(over)].flatMap((stamp) =>
        stamp === undefined ? [] : [{ ...stamp.evidence, consistency: tree.consistency(stamp.size) }],
      ),
      archives: archivedAt === undefined ? [] : [archiveAt(archivedAt)],
      keys: trait === 'erased' ? null : { view: secrets.view, values: masked ? null : secrets.values },
      files: [
        ...[SAMPLE_BUILD, ...(publishes === undefined ? [] : [SAMPLE_NEXT_BUILD])].map(
          (build) => [`builds/${build}.json`, SAMPLE_BUILD_LIST] as const,
        ),
        [`tables/${SAMPLE_TABLE_SHA256}.json`, Buffer.from(SAMPLE_TABLE_JSON)],
        [`assets/${sha256Hex(SAMPLE_STYLE)}`, SAMPLE_STYLE],
        ...SAMPLE_DOCUMENTS.map(({ sha256: hash, content: text }) => [`documents/${hash}`, text] as const),
        ['README.txt', Buffer.from('样例。\n')],
      ],
    };
  }
  function archiveAt(at: number): ArchiveEvidence {
    const authority = authorities.at(-1) as SampleAuthority;
    const digests = stamps.map(({ evidence: { reply, checkpoint: stamped, certificates } }) =>
      stampDigest(reply, stamped, certificates),
    );
    const named = [...(archives ?? digests)];
    const list = archiveBytes({ format: 'huimin-archive/1', day: '2026-11-02', stamps: named });
    return { name: '1', list, reply: authority.stamp(sha512(list), at), certificates: authority.chainPem };
  }
  return { trust, recordings, content, tree, entries, stamps };
}

const LAST_DOCUMENT = SAMPLE_DOCUMENTS.at(-1) as (typeof SAMPLE_DOCUMENTS)[number];

/** When it was captured that somebody opened a document. */
function toldAt({ parts }: SampleRecording, id: string): number {
  const told = parts.flat().find(({ events }) => marksIn(events).some((mark) => isOpening(mark, id)));
  if (told === undefined) throw new Error('nobody opened it');
  return (Math.floor(told.facts.receivedAt / MINUTE) + 1) * MINUTE;
}

const isOpening = (mark: Mark, id: string): boolean => mark.tag === 'doc' && mark.id === id && mark.act === 'open';

function capture(taken: Stored[], append: (entry: LogEntry) => number): void {
  const own = new MerkleTree(taken.map(({ bytes }) => leafHash(sha256(bytes))));
  const root = hex(own.root());
  const entry = append({ type: 'capture', server: 's1', segment: 'sample-0001', from: 0, count: own.size, root });
  for (const [index, stored] of taken.entries()) {
    stored.capture = { entry, index, path: own.auditPath(index).map(hex) };
  }
}

function sampleRecording(
  chance: Chance,
  number: number,
  trait: SampleTrait,
  strolls: number,
  house?: SampleHouse,
): SampleRecording {
  const trace = `${hex(bytesOf(chance, 4))}-sample-${String(number).padStart(6, '0')}`;
  const startedAt = START + number * 40_000 + below(chance, 20_000);
  const named = house?.orderNo(number) ?? `JS26${String(number).padStart(8, '0')}`;
  const orderNo = trait === 'no-order' ? null : named;
  const walk = sampleWalk(chance, startedAt, orderNo, trait === 'gap' ? 50 : 2 + below(chance, strolls), house);
  const keys = { view: bytesOf(chance, 32), values: bytesOf(chance, 32) };
  const batches: RecordedEvent[][] = [];
  for (let at = 0; at < walk.events.length; at += 20) batches.push(walk.events.slice(at, at + 20));
  const split = trait === 'two-tabs' ? Math.ceil(batches.length / 2) : batches.length;
  const tabs = [batches.slice(0, split), batches.slice(split)].filter((list) => list.length > 0);
  const chunks = tabs.flatMap((list) => clientChunks(chance, trace, keys, list, walk.values));
  for (const [seq, event] of walk.server.entries()) {
    const facts = serverFacts(trace, seq, event.at + 5, event);
    const view = sealPart('view', trace, packPart(serverData(event)), keys.view, bytesOf(chance, 12));
    chunks.push({ bytes: writeChunk(facts, view, null), facts, events: [], capture: null });
  }
  if (trait === 'gap')
    chunks.splice(
      chunks.findIndex(({ facts }) => facts.seq === 1),
      1,
    );
  const inOrder = chunks.sort(({ facts: a }, { facts: b }) =>
    a.receivedAt !== b.receivedAt
      ? a.receivedAt - b.receivedAt
      : a.tab === b.tab
        ? a.seq - b.seq
        : a.tab < b.tab
          ? -1
          : 1,
  );
  const parts = [inOrder];
  if (trait === 'addendum') {
    const late: RecordedEvent[] = [
      { type: 5, timestamp: walk.endedAt + 900, data: { tag: 'vis', payload: { visible: false } } },
    ];
    parts.push(clientChunks(chance, trace, keys, [late], [], { by: 3 * HOUR, flags: ['late'] }));
  }
  return { trace, trait, order: walk.order, keys, parts, sealed: [], sealedAt: 0 };
}

function clientChunks(
  chance: Chance,
  trace: string,
  keys: SampleRecording['keys'],
  batches: RecordedEvent[][],
  values: { k: number; v: string }[],
  late: { by: number; flags: ChunkFlag[] } = { by: 400, flags: [] },
): Stored[] {
  const tab = hex(bytesOf(chance, 8));
  let prev = '0'.repeat(64);
  return batches.map((events, seq) => {
    const data = JSON.stringify(events);
    const [firstAt, lastAt] = [events[0]?.timestamp ?? 0, events.at(-1)?.timestamp ?? 0];
    const last = seq === batches.length - 1;
    const facts: ChunkFacts = {
      trace,
      kind: 'client',
      tab,
      seq,
      receivedAt: lastAt + late.by,
      events: events.length,
      firstAt,
      lastAt,
      dataSha256: sha256Hex(data),
      prev,
      table: SAMPLE_TABLE_SHA256,
      build: SAMPLE_BUILD,
      flags: last ? [...late.flags, 'final'] : late.flags,
    };
    prev = facts.dataSha256;
    const view = sealPart('view', trace, packPart(data), keys.view, bytesOf(chance, 12));
    const typed = last && values.length > 0 ? JSON.stringify(values) : '';
    const sealed = typed === '' ? null : sealPart('values', trace, packPart(typed), keys.values, bytesOf(chance, 12));
    return { bytes: writeChunk(facts, view, sealed), facts, events: expandEvents(events, SAMPLE_TABLE), capture: null };
  });
}

function sampleManifest({ trace, trait, order, parts, sealed }: SampleRecording, number: number, at: number): Manifest {
  const part = parts[number] as Stored[];
  const before = sealed.at(-1)?.manifest ?? null;
  const hashes = part.map(({ bytes }) => sha256(bytes));
  const { gaps: told, ...journey } = readJourney(
    part.map(({ facts, events }) => ({
      tab: facts.tab,
      seq: facts.seq,
      build: facts.build,
      flags: facts.flags,
      marks: marksIn(events),
    })),
  );
  const chunks = part.map(({ facts, bytes, capture: place }) => {
    const { kind, tab, seq, receivedAt, events, firstAt, lastAt, flags } = facts;
    if (place === null) throw new Error('sealed before it was taken in');
    const said = { kind, tab, seq, receivedAt, events, firstAt, lastAt, flags: [...flags].sort() };
    return { sha256: sha256Hex(bytes), length: bytes.length, ...said, capture: place };
  });
  return {
    format: 'huimin-evidence/1',
    trace,
    addendum: number,
    previous: before === null ? null : sha256Hex(before),
    sealedAt: at,
    chain: { count: part.length, head: hex(chainHead(trace, number, hashes)) },
    chunks,
    gaps: [...findGaps(part.map(({ facts }) => facts)), ...told],
    flags: [...new Set(part.flatMap(({ facts }) => facts.flags))].sort(),
    order: order === null || number > 0 ? null : { orderNo: order.orderNo, digest: orderDigest(order) },
    holder: order === null ? null : sha256Hex(`holder of ${trait}`),
    product: 'js26',
    builds: [SAMPLE_BUILD],
    tables: [SAMPLE_TABLE_SHA256],
    ...journey,
    server: part.flatMap(({ facts, bytes }) =>
      facts.kind === 'server' ? [{ what: whatOf(facts), at: facts.firstAt, sha256: sha256Hex(bytes) }] : [],
    ),
    keys: { kek: '2026-11' },
    retention: { class: 'short-term', until: at + 6 * 365 * 24 * HOUR },
    recorder: '2.1.6',
  };
}

const WHAT = ['bound', 'order-saved', 'payment-asked', 'payment-result', 'policies-issued'] as const;
const whatOf = ({ seq }: ChunkFacts) => WHAT[seq] as (typeof WHAT)[number];
