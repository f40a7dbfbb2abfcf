import { isDamage, readHex, sha256 } from '../bytes/index.ts';
import {
  changesDigest,
  isSignedBy,
  type KeyChange,
  keyAt,
  type LogEntry,
  type Note,
  openByKeys,
  readEntry,
  readKeyChange,
  readNote,
  type TreeHead,
} from '../log/index.ts';
import { isConsistent, isIncluded, leafHash, rootOfPath } from '../merkle/index.ts';
import type { Manifest, ManifestChunk } from '../sealed/index.ts';
import type { Verifier } from '../signature/index.ts';
import { checkStamp, readArchive, type Stamp, sha512, stampDigest } from '../stamp/index.ts';
import { manifestHash } from './content-checks.ts';
import type { ArchiveEvidence, Evidence, LoggedEntry, StampEvidence, Trust } from './evidence.ts';
import { manifestsOf, type Sealed } from './read-sealed.ts';
import { type Finding, finding, type Problem, problem } from './report.ts';

const HOUR_MS = 3_600_000;
/** How long asking for a stamp may take, and how far two clocks may be apart. */
export const STAMP_TOLERANCE_MS = 300_000;

/** A map that forgets everything when it is full. */
export class Memory<T> {
  #known = new Map<string, T>();
  #most: number;
  constructor(most: number) {
    this.#most = most;
  }
  get(key: string, make: () => T): T {
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    if (this.#known.size >= this.#most) this.#known.clear();
    const made = make();
    this.#known.set(key, made);
    return made;
  }
}

/** What many recordings have in common and need not be worked out twice. */
export class LogMemory {
  heads = new Memory<TreeHead | false>(64);
  entries = new Memory<LogEntry | false>(50_000);
  stamps = new Memory<Stamp | string>(256);
}

const keyOf = (...parts: Uint8Array[]): string => sha256(Buffer.concat(parts)).toString('latin1');

export class LogReader {
  readonly head: TreeHead | null;
  readonly #root: string;
  readonly #memory: LogMemory;
  readonly #trust: Trust;
  readonly #changes: KeyChange[];
  readonly #changesDigest: Buffer;

  constructor({ checkpoint, signers }: Pick<Evidence, 'checkpoint' | 'signers'>, trust: Trust, memory: LogMemory) {
    this.#trust = trust;
    this.#memory = memory;
    this.#changes = signers.flatMap(({ index, entry }) => readKeyChange(index, entry) ?? []);
    this.#changesDigest = changesDigest(signers.map(({ entry }) => entry));
    this.head = checkpoint === null ? null : this.open(checkpoint);
    this.#root = this.head === null ? '' : `${this.head.size}:${Buffer.from(this.head.root).toString('latin1')}`;
  }

  open(checkpoint: Uint8Array): TreeHead | null {
    const { log, secondLine } = this.#trust;
    const make = () => {
      const head = openByKeys(checkpoint, log, this.#changes);
      return head && (secondLine === null || holds(readNote(checkpoint) as Note, secondLine)) ? head : false;
    };
    return this.#memory.heads.get(keyOf(this.#changesDigest, checkpoint), make) || null;
  }

  get now(): number {
    return this.#trust.now;
  }

  /** Whose signature a manifest needs that stands at this place. */
  signingAt(index: number): Verifier {
    return keyAt(this.#trust.signing, this.#changes, index);
  }

  /** What an entry says, when it stands where it says in the tree of the checkpoint. */
  entry({ index, entry, path }: LoggedEntry): LogEntry | null {
    const { head } = this;
    if (head === null) return null;
    const leaf = leafHash(entry);
    // Once a place is known to hold an entry, it is known for whoever names the same.
    const known = this.#memory.entries.get(`${this.#root}:${index}:${leaf.toString('latin1')}`, () => {
      if (!isIncluded(leaf, index, head.size, path, head.root)) return false;
      return readEntry(entry) ?? false;
    });
    return known || null;
  }

  stamp({ reply, checkpoint, certificates }: StampEvidence): Stamp | string {
    return this.#stampOver(reply, sha256(checkpoint), certificates);
  }

  archive({ reply, list, certificates }: ArchiveEvidence): Stamp | string {
    return this.#stampOver(reply, sha512(list), certificates);
  }

  #stampOver(reply: Uint8Array, imprint: Buffer, certificates: string): Stamp | string {
    const wanted = { imprint, roots: this.#trust.stampRoots, certificates };
    return this.#memory.stamps.get(keyOf(reply, imprint, Buffer.from(certificates)), () => {
      const stamp = checkStamp(reply, wanted);
      return isDamage(stamp) ? stamp.damage : stamp;
    });
  }
}

/** A line of this key, where there is one, is over this text. */
const holds = (note: Note, key: NonNullable<Trust['secondLine']>): boolean =>
  isSignedBy(note, key) || !note.signatures.some(({ name, id }) => name === key.name && id.equals(key.id));

const NO_HEAD = '检查点不可信';

/** Check 5. */
export function checkLog(evidence: Evidence, sealed: readonly Sealed[], log: LogReader, whole: boolean): Finding {
  const problems: Problem[] = [];
  for (const of of sealed) problems.push(...manifestEntryProblems(evidence, of, log));
  let captured = 0;
  if (whole && log.head !== null) {
    const captures = readCaptures(evidence, log, problems);
    for (const { of, manifest } of manifestsOf(sealed)) {
      for (const [index, chunk] of manifest.chunks.entries()) {
        const line = captureProblem(chunk, captures.get(chunk.capture.entry));
        if (line === null) captured += 1;
        else problems.push(problem(line.weight, line.where ?? `${of.file}#chunk-${index}`, line.line));
      }
    }
  }
  const unable = log.head === null ? NO_HEAD : sealed.length === 0 ? '没有清单' : null;
  const chunks = whole ? `，${captured} 块都在收录条目中` : '';
  return finding(5, problems, { fine: `清单在日志中${chunks}`, unable });
}

function manifestEntryProblems(evidence: Evidence, of: Sealed, log: LogReader): Problem[] {
  const { proof } = of.evidence;
  const where = `proof-${of.number}.json`;
  if (proof === null) return [problem('incomplete', where, '没有日志证明')];
  if (log.head === null) return [];
  if (proof.size !== log.head.size) return [problem('altered', where, '证明所在的树与检查点不是同一棵')];
  const entry = log.entry(proof);
  if (entry?.type !== 'manifest') return [problem('altered', where, '条目不在日志中所说的位置')];
  const same =
    entry.trace === evidence.trace &&
    entry.addendum === of.number &&
    entry.signature === Buffer.from(proof.signature).toString('base64') &&
    (of.manifestSha256 === null || entry.sha256 === manifestHash(of));
  return same ? [] : [problem('altered', where, '日志条目说的不是这份清单')];
}

type Capture = Extract<LogEntry, { type: 'capture' }>;

function readCaptures(evidence: Evidence, log: LogReader, problems: Problem[]): Map<number, Capture> {
  const captures = new Map<number, Capture>();
  for (const logged of evidence.captures) {
    const entry = log.entry(logged);
    if (entry?.type === 'capture') captures.set(logged.index, entry);
    else problems.push(problem('altered', `captures.json#${logged.index}`, '收录条目不在日志中所说的位置'));
  }
  return captures;
}

type Told = Pick<Problem, 'weight' | 'line'> & { where?: string };

function captureProblem({ sha256: hash, capture }: ManifestChunk, entry: Capture | undefined): Told | null {
  if (entry === undefined) {
    return { weight: 'incomplete', line: '没有收录条目', where: `captures.json#${capture.entry}` };
  }
  const path = capture.path.map((text) => readHex(text, 32) as Buffer);
  const root = rootOfPath(leafHash(readHex(hash, 32) as Buffer), capture.index, entry.count, path);
  return root?.toString('hex') === entry.root ? null : { weight: 'altered', line: '不在收录条目的树中' };
}

/** Check 6. */
export function checkCheckpoint(evidence: Evidence, log: LogReader, trust: Trust): Finding {
  const problems: Problem[] = [];
  if (evidence.checkpoint === null) problems.push(problem('incomplete', 'checkpoint', '没有检查点'));
  else if (log.head === null) problems.push(problem('altered', 'checkpoint', '签名不符，或不是检查点'));
  else if (trust.lastSeen !== null && !isSameLog(log.head, trust.lastSeen)) {
    problems.push(problem('altered', 'checkpoint', '与上次见到的检查点不是同一本日志'));
  }
  for (const { index, entry, path } of log.head === null ? [] : evidence.signers) {
    if (readKeyChange(index, entry) === null || log.entry({ index, entry, path }) === null) {
      problems.push(problem('altered', `signers.json#${index}`, '不是日志中前一把密钥认可的换钥条目'));
    }
  }
  const seen = trust.lastSeen === null ? '，未与以前见过的比较' : '，与上次见到的一致';
  return finding(6, problems, { fine: `${log.head?.size ?? 0} 条${seen}` });
}

function isSameLog(head: TreeHead, seen: NonNullable<Trust['lastSeen']>): boolean {
  return seen.size <= head.size
    ? isConsistent(seen.size, head.size, seen.root, head.root, seen.consistency)
    : isConsistent(head.size, seen.size, head.root, seen.root, seen.consistency);
}

/** Check 7. */
export function checkStamps(evidence: Evidence, sealed: readonly Sealed[], log: LogReader): Finding {
  const { head } = log;
  if (head === null) return finding(7, [], { fine: '', unable: NO_HEAD });
  const problems: Problem[] = [];
  const stamps: { at: number; size: number; authority: string }[] = [];
  const archives = readArchives(evidence, log, problems);
  let ended = 0;
  for (const given of evidence.stamps) {
    const stamped = log.open(given.checkpoint);
    const [reply, note, proof] = ['tsr', 'checkpoint', 'json'].map((end) => `stamps/${given.name}.${end}`) as [
      string,
      string,
      string,
    ];
    if (stamped === null) {
      problems.push(problem('altered', note, '盖了时间戳的检查点，签名不符'));
      continue;
    }
    const stamp = log.stamp(given);
    if (typeof stamp === 'string') problems.push(problem('altered', reply, `时间戳不成立：${stamp}`));
    else if (!archives.keep(stamp, given.reply, given.checkpoint, given.certificates)) ended += 1;
    else stamps.push({ at: stamp.at, size: stamped.size, authority: stamp.authority });
    if (!isConsistent(stamped.size, head.size, stamped.root, head.root, given.consistency)) {
      problems.push(problem('altered', proof, '盖了时间戳的树不是检查点那棵树的开头'));
    }
  }
  for (const { of, manifest } of manifestsOf(sealed)) {
    const index = of.evidence.proof?.index ?? Number.POSITIVE_INFINITY;
    const over = stamps.filter(({ size }) => size > index);
    if (over.some(({ at }) => at < manifest.sealedAt - STAMP_TOLERANCE_MS)) {
      problems.push(problem('altered', `${of.file}#manifest`, '时间戳早于清单所说的封存时间'));
    } else if (!over.some(({ at }) => at <= manifest.sealedAt + HOUR_MS + STAMP_TOLERANCE_MS)) {
      const none = ended === 0 ? `没有盖住 ${of.file} 的时间戳` : `盖住 ${of.file} 的时间戳证书已到期，到期前没有续盖`;
      const line = over.length === 0 ? none : `${of.file} 封存后一小时内没有时间戳`;
      problems.push(problem('incomplete', 'stamps', line));
    }
  }
  const authorities = [...new Set(stamps.map(({ authority }) => authority))].join('、');
  return finding(7, problems, {
    fine: `${stamps.length} 个，${authorities}`,
    unable: sealed.length === 0 ? '没有清单' : null,
  });
}

/** Whether a stamp still proves something: its certificates are valid, or an archive was made over it while they were. */
function readArchives(evidence: Evidence, log: LogReader, problems: Problem[]) {
  const archives: { stamp: Stamp; digest: string; over: ReadonlySet<string> }[] = [];
  for (const { name, list, reply, certificates } of evidence.archives) {
    const read = readArchive(list);
    const stamp = log.archive({ name, list, reply, certificates });
    if (read === null) problems.push(problem('altered', `archives/${name}.json`, '续盖清单读不出'));
    else if (typeof stamp === 'string') {
      problems.push(problem('altered', `archives/${name}.tsr`, `续盖的时间戳不成立：${stamp}`));
    } else archives.push({ stamp, digest: stampDigest(reply, list, certificates), over: new Set(read.stamps) });
  }
  const proves = ({ at, until }: Stamp, digest: string): boolean =>
    until >= log.now ||
    archives.some(
      ({ stamp, digest: next, over }) => over.has(digest) && stamp.at > at && stamp.at <= until && proves(stamp, next),
    );
  return {
    keep: (stamp: Stamp, reply: Uint8Array, stamped: Uint8Array, certificates: string): boolean =>
      proves(stamp, stampDigest(reply, stamped, certificates)),
  };
}

/** Entries that say by which rule the recording was erased. */
export function erasedBy(evidence: Evidence, log: LogReader): { rule: string | null; problems: Problem[] } {
  let rule: string | null = null;
  const problems: Problem[] = [];
  for (const logged of evidence.erased) {
    const entry = log.entry(logged);
    if (entry?.type === 'erased' && entry.trace === evidence.trace) rule = entry.rule;
    else if (log.head !== null)
      problems.push(problem('altered', `erased.json#${logged.index}`, '销毁条目不在日志中所说的位置'));
  }
  return { rule, problems };
}

/** Check 9. */
export function checkRegistered(evidence: Evidence, sealed: readonly Sealed[], log: LogReader): Finding {
  if (log.head === null) return finding(9, [], { fine: '', unable: NO_HEAD });
  const problems: Problem[] = [];
  const registered: { index: number; entry: LogEntry }[] = [];
  for (const logged of evidence.registered) {
    const entry = log.entry(logged);
    if (entry !== null) registered.push({ index: logged.index, entry });
    else problems.push(problem('altered', `registered.json#${logged.index}`, '登记条目不在日志中所说的位置'));
  }
  const manifests = manifestsOf(sealed).map(({ manifest }) => manifest);
  const began = firstCapture(manifests[0]);
  const say = (found: number | undefined, where: string) => {
    if (found === undefined) problems.push(problem('incomplete', where, '没有登记'));
    else if (found >= began) problems.push(problem('altered', where, '登记晚于录像开始'));
  };
  const builds = unique(manifests.flatMap((manifest) => manifest.builds));
  for (const build of builds) {
    const found = registered.find(({ entry }) => entry.type === 'build' && entry.build === build);
    say(found?.index, `registered.json#build-${build}`);
    if (found?.entry.type === 'build') problems.push(...fileProblems(evidence, 'builds', build, found.entry.sha256));
  }
  for (const table of unique(manifests.flatMap((manifest) => manifest.tables))) {
    problems.push(...fileProblems(evidence, 'tables', table, table));
  }
  const documents = unique(manifests.flatMap((manifest) => manifest.documents.map(documentKey)));
  for (const key of documents) {
    const [id, version, hash] = key.split('\n') as [string, string, string];
    const found = registered.find(({ entry }) => entry.type === 'document' && documentKey(entry) === key);
    say(found?.index, `registered.json#document-${id}-${version}`);
    problems.push(...fileProblems(evidence, 'documents', hash, hash));
  }
  for (const asset of evidence.files?.assets ?? []) problems.push(...fileProblems(evidence, 'assets', asset, asset));
  const files = evidence.files === null ? '，文件内容未看' : '';
  const unable = manifests.length === 0 ? '没有清单' : null;
  return finding(9, problems, { fine: `${builds.length} 个页面版本，${documents.length} 份文件${files}`, unable });
}

const unique = (list: readonly string[]): string[] => [...new Set(list)];
const documentKey = (of: { id: string; version: number; sha256: string }): string =>
  `${of.id}\n${of.version}\n${of.sha256}`;

const firstCapture = (manifest: Manifest | undefined): number =>
  (manifest?.chunks ?? []).reduce((least, { capture }) => Math.min(least, capture.entry), Number.POSITIVE_INFINITY);

function fileProblems(
  evidence: Evidence,
  kind: 'builds' | 'tables' | 'documents' | 'assets',
  name: string,
  hash: string,
): Problem[] {
  if (evidence.files === null) return [];
  const where = `${kind}/${name}${kind === 'builds' || kind === 'tables' ? '.json' : ''}`;
  const bytes = evidence.files.read(kind, name);
  if (bytes === null) return [problem('incomplete', where, '文件不在')];
  return sha256(bytes).toString('hex') === hash ? [] : [problem('altered', where, '内容与哈希不符', 0)];
}
