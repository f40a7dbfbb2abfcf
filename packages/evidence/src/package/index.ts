import { type Damage, damage, isDamage, readBase64, readHex } from '../bytes/index.ts';
import { isKeyName, type NoteKey, noteKey } from '../log/index.ts';
import { type CanonicalOrder, FORMAT, orderProblem } from '../sealed/index.ts';
import {
  base64Of,
  base64UpTo,
  count,
  flag,
  hash,
  listOf,
  members,
  name,
  oneOf,
  orNull,
  type Shape,
  text,
} from '../shape/index.ts';
import { verifierOf } from '../signature/index.ts';
import {
  type ArchiveEvidence,
  type Depth,
  type Evidence,
  evidenceVerifier,
  type Facts,
  type FileKind,
  type Files,
  finding,
  type LoggedEntry,
  type ManifestProof,
  problem,
  type Report,
  reportOf,
  type SealedEvidence,
  type StampEvidence,
  type Trust,
} from '../verify/index.ts';
import { readJson } from './json.ts';
import { readZip, writeZip } from './zip.ts';

export { PACKAGE_LIMITS, readZip, writeZip, type ZipLimits, type ZipWriter, zipWriter } from './zip.ts';

/** evidence.json */
export interface PackageInfo {
  format: typeof FORMAT;
  trace: string;
  /** How many addenda there are beside the recording itself. */
  addenda: number;
  exportedAt: number;
  masked: boolean;
  origin: string;
  logKey: string;
  signingKey: string;
  order: CanonicalOrder | null;
}

const MOST_ADDENDA = 1_000;
const MOST_ENTRIES = 20_000;

const order: Shape = (value) => orderProblem(value);
const info = members({
  format: oneOf(FORMAT),
  trace: name(8, 64),
  addenda: count,
  exportedAt: count,
  masked: flag,
  origin: text(200),
  logKey: base64Of(32),
  signingKey: base64Of(32),
  order: orNull(order),
});
const path = listOf(hash, 64);
const entry = base64UpTo(90_000);
const proof = members({ entry, index: count, size: count, path, signature: base64Of(64) });
const logged = listOf(members({ index: count, entry, path }), MOST_ENTRIES);
const consistency = members({ consistency: listOf(hash, 128) });
const key = base64Of(32);
const [viewAlone, bothKeys] = [members({ view: key }), members({ view: key, values: key })];
const keys: Shape = (value, file) => (viewAlone(value, file) === null ? null : bothKeys(value, file));

export interface Package {
  info: PackageInfo;
  evidence: Evidence;
  /** Every file, by its path. */
  files: Map<string, Buffer>;
}

/** What is wrong with a package as a whole, and with which of its files. */
export interface PackageDamage extends Damage {
  where: string;
}

const wrongFile = (where: string, what: string): PackageDamage => ({ ...damage(what), where });

/** Reads a package. Says nothing yet about what is in it. */
export function readPackage(bytes: Uint8Array): Package | PackageDamage {
  const files = readZip(bytes);
  return isDamage(files) ? { ...files, where: 'package' } : readPackageFiles(files);
}

export function readPackageFiles(files: Map<string, Buffer>): Package | PackageDamage {
  try {
    const read = json<PackageInfo>(files, 'evidence.json', info);
    return { info: read, evidence: evidenceOf(files, read), files };
  } catch (error) {
    if (error instanceof Wrong) return wrongFile(error.where, error.message);
    throw error;
  }
}

class Wrong extends Error {
  override name = 'Wrong';
  readonly where: string;
  constructor(where: string, what: string) {
    super(what);
    this.where = where;
  }
}

function json<T>(files: Map<string, Buffer>, file: string, shape: Shape): T {
  const bytes = files.get(file);
  if (bytes === undefined) throw new Wrong(file, 'is not there');
  const read = readJson(bytes);
  if (read === undefined) throw new Wrong(file, 'is not JSON');
  const wrong = shape(read.value, file);
  if (wrong !== null) throw new Wrong(file, wrong);
  if (!read.isPlain()) throw new Wrong(file, 'a member stands twice');
  return read.value as T;
}

const inBytes = (list: readonly string[]): Buffer[] => list.map((item) => readHex(item, 32) as Buffer);

function fromBase64(file: string, encoded: string): Buffer {
  const bytes = readBase64(encoded);
  if (bytes === null) throw new Wrong(file, 'is not exact base64');
  return bytes;
}

type LoggedJson = { index: number; entry: string; path: string[] };

function loggedIn(files: Map<string, Buffer>, file: string): LoggedEntry[] {
  if (!files.has(file)) return [];
  return json<LoggedJson[]>(files, file, logged).map((item) => ({
    index: item.index,
    entry: fromBase64(file, item.entry),
    path: inBytes(item.path),
  }));
}

function sealedIn(files: Map<string, Buffer>, number: number): SealedEvidence {
  const file = `proof-${number}.json`;
  let found: ManifestProof | null = null;
  if (files.has(file)) {
    const read = json<LoggedJson & { size: number; signature: string }>(files, file, proof);
    found = {
      index: read.index,
      size: read.size,
      entry: fromBase64(file, read.entry),
      path: inBytes(read.path),
      signature: fromBase64(file, read.signature),
    };
  }
  const object = files.get(`recording-${number}.rec`) ?? null;
  return { object, manifest: files.get(`manifest-${number}.json`) ?? null, proof: found };
}

const STAMP = /^stamps\/([0-9A-Za-z_-]+)\.(?:tsr|checkpoint|json|pem)$/;

/** What stands in a folder of which every file is a part of something with a name. */
function namesIn(files: Map<string, Buffer>, folder: string, form: RegExp): string[] {
  const names = new Set<string>();
  for (const file of files.keys()) {
    if (!file.startsWith(folder)) continue;
    const [, found] = form.exec(file) ?? [];
    if (found === undefined) throw new Wrong(file, 'is no part of a stamp');
    names.add(found);
  }
  return [...names].sort();
}

function wanted(files: Map<string, Buffer>, file: string): Buffer {
  const bytes = files.get(file);
  if (bytes === undefined) throw new Wrong(file, 'is not there');
  return bytes;
}

function stampsIn(files: Map<string, Buffer>): StampEvidence[] {
  return namesIn(files, 'stamps/', STAMP).map((stamp) => {
    const [reply, checkpoint, certificates] = ['tsr', 'checkpoint', 'pem'].map((end) =>
      wanted(files, `stamps/${stamp}.${end}`),
    ) as [Buffer, Buffer, Buffer];
    const proved = json<{ consistency: string[] }>(files, `stamps/${stamp}.json`, consistency);
    const way = inBytes(proved.consistency);
    return { name: stamp, reply, checkpoint, consistency: way, certificates: certificates.toString('latin1') };
  });
}

const ARCHIVE = /^archives\/([0-9A-Za-z_-]+)\.(?:tsr|json|pem)$/;

function archivesIn(files: Map<string, Buffer>): ArchiveEvidence[] {
  return namesIn(files, 'archives/', ARCHIVE).map((archive) => {
    const [reply, list, certificates] = ['tsr', 'json', 'pem'].map((end) =>
      wanted(files, `archives/${archive}.${end}`),
    ) as [Buffer, Buffer, Buffer];
    return { name: archive, list, reply, certificates: certificates.toString('latin1') };
  });
}

/** What is called by its hash. */
const BY_HASH = /^(assets|documents)\/(.*)$|^(tables)\/(.*)\.json$/;

const filesIn = (files: Map<string, Buffer>): Files => ({
  read: (kind, called) =>
    files.get(`${kind}/${called}${kind === 'builds' || kind === 'tables' ? '.json' : ''}`) ?? null,
  byHash: [...files.keys()].flatMap((file) => {
    const [, kind, called, table = kind, ofTable = called] = BY_HASH.exec(file) ?? [];
    return table === undefined || ofTable === undefined ? [] : [{ kind: table as FileKind, name: ofTable }];
  }),
});

const OF_OBJECT = /^(?:recording-(\d+)\.rec|(?:manifest|proof)-(\d+)\.json)$/;

/** Objects that nobody would look at: beyond the last, or a manifest beside the object that holds it. */
function refuseOthers(files: Map<string, Buffer>, addenda: number): void {
  for (const file of files.keys()) {
    const [, object, other = object] = OF_OBJECT.exec(file) ?? [];
    if (other === undefined) continue;
    if (!(Number(other) <= addenda) || String(Number(other)) !== other) throw new Wrong(file, 'of no addendum');
    if (file === `manifest-${other}.json` && files.has(`recording-${other}.rec`))
      throw new Wrong(file, 'stands beside the object');
  }
}

function keysIn(files: Map<string, Buffer>): Evidence['keys'] {
  if (!files.has('keys.json')) return null;
  const { view, values } = json<{ view: string; values?: string }>(files, 'keys.json', keys);
  return { view: readBase64(view), values: values === undefined ? null : readBase64(values) };
}

function evidenceOf(files: Map<string, Buffer>, { trace, addenda, order: told }: PackageInfo): Evidence {
  if (addenda > MOST_ADDENDA) throw new Wrong('evidence.json', 'too many addenda');
  refuseOthers(files, addenda);
  return {
    trace,
    objects: Array.from({ length: addenda + 1 }, (_, number) => sealedIn(files, number)),
    captures: loggedIn(files, 'captures.json'),
    registered: loggedIn(files, 'registered.json'),
    erased: loggedIn(files, 'erased.json'),
    signers: loggedIn(files, 'signers.json'),
    checkpoint: files.get('checkpoint') ?? null,
    stamps: stampsIn(files),
    archives: archivesIn(files),
    order: told,
    files: filesIn(files),
    keys: keysIn(files),
  };
}

/** Believes the keys that came with a package, unless others are known. null when they are none. */
export function trustOf(
  { origin, logKey, signingKey }: Pick<PackageInfo, 'origin' | 'logKey' | 'signingKey'>,
  known: Partial<Omit<Trust, 'log' | 'signing'>> = {},
): Trust | null {
  const [log, signing] = [logKey, signingKey].map((text) => verifierOf(readBase64(text) ?? Buffer.of()));
  if (!log || !signing || !isKeyName(origin)) return null;
  const rest = { keysAreOwn: false, secondLine: null, stampRoots: null, now: Date.now(), lastSeen: null };
  return { signing, log: noteKey(origin, log), ...rest, ...known };
}

/** What a verifier knows beforehand of whom to believe; what it does not know it takes from the package. */
export interface Known {
  trust?: Trust;
  stampRoots?: string | null;
  secondLine?: NoteKey | null;
  now?: number;
  lastSeen?: Trust['lastSeen'];
  facts?: Facts;
}

/** Checks the bytes of a package, or its files. */
export function checkPackage(given: Uint8Array | Map<string, Buffer>, depth: Depth, known: Known = {}): Report {
  const read = given instanceof Map ? readPackageFiles(given) : readPackage(given);
  if (isDamage(read)) return unreadable('', read);
  const { trust: own, facts: _, ...others } = known;
  const trust = own ?? trustOf(read.info, others);
  if (trust === null) return unreadable(read.info.trace, wrongFile('evidence.json', 'keys or origin'));
  return evidenceVerifier(trust).check(read.evidence, depth, known.facts);
}

function unreadable(trace: string, { where, damage: what, at }: PackageDamage): Report {
  const found = finding(1, [problem('altered', where, `读不出：${what}`, at)], { fine: '' });
  return reportOf(trace, [found], { count: 0, seconds: 0 }, false);
}

/** What goes into a package, each as the format's section 9 names it. */
export interface PackageContent {
  info: PackageInfo;
  objects: readonly SealedEvidence[];
  captures: readonly LoggedEntry[];
  registered: readonly LoggedEntry[];
  erased: readonly LoggedEntry[];
  signers: readonly LoggedEntry[];
  checkpoint: Uint8Array;
  stamps: readonly StampEvidence[];
  archives: readonly ArchiveEvidence[];
  keys: { view: Uint8Array; values: Uint8Array | null } | null;
  /** builds/, tables/, assets/, documents/, player.html, README.txt … */
  files: Iterable<readonly [path: string, content: Uint8Array]>;
}

const jsonBytes = (value: unknown): Buffer => Buffer.from(JSON.stringify(value));
const inHex = (list: readonly Uint8Array[]): string[] => list.map((item) => Buffer.from(item).toString('hex'));
const inBase64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');
const loggedJson = (list: readonly LoggedEntry[]): LoggedJson[] =>
  list.map(({ index, entry: bytes, path: way }) => ({ index, entry: inBase64(bytes), path: inHex(way) }));

/** The files of a package, in their order. */
export function packageFiles(content: PackageContent): Map<string, Uint8Array> {
  const wrong = info(content.info, 'evidence.json');
  if (wrong !== null) throw new Error(wrong);
  const files = new Map<string, Uint8Array>([['evidence.json', jsonBytes(content.info)]]);
  for (const [number, { object, manifest, proof: proved }] of content.objects.entries()) {
    if (object !== null) files.set(`recording-${number}.rec`, object);
    else if (manifest !== null) files.set(`manifest-${number}.json`, manifest);
    if (proved === null) continue;
    const [written] = loggedJson([proved]);
    const { size, signature } = proved;
    files.set(`proof-${number}.json`, jsonBytes({ ...written, size, signature: inBase64(signature) }));
  }
  files.set('captures.json', jsonBytes(loggedJson(content.captures)));
  files.set('registered.json', jsonBytes(loggedJson(content.registered)));
  if (content.erased.length > 0) files.set('erased.json', jsonBytes(loggedJson(content.erased)));
  if (content.signers.length > 0) files.set('signers.json', jsonBytes(loggedJson(content.signers)));
  files.set('checkpoint', content.checkpoint);
  for (const stamp of content.stamps) {
    files.set(`stamps/${stamp.name}.tsr`, stamp.reply);
    files.set(`stamps/${stamp.name}.checkpoint`, stamp.checkpoint);
    files.set(`stamps/${stamp.name}.json`, jsonBytes({ consistency: inHex(stamp.consistency) }));
    files.set(`stamps/${stamp.name}.pem`, Buffer.from(stamp.certificates));
  }
  for (const archive of content.archives) {
    files.set(`archives/${archive.name}.json`, archive.list);
    files.set(`archives/${archive.name}.tsr`, archive.reply);
    files.set(`archives/${archive.name}.pem`, Buffer.from(archive.certificates));
  }
  if (content.keys !== null) {
    const { view, values } = content.keys;
    files.set(
      'keys.json',
      jsonBytes({ view: inBase64(view), ...(values === null ? {} : { values: inBase64(values) }) }),
    );
  }
  for (const [file, bytes] of content.files) files.set(file, bytes);
  return files;
}

export const writePackage = (content: PackageContent): Buffer => writeZip(packageFiles(content));
