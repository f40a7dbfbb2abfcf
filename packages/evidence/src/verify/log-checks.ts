import { buffer } from '../bytes/index.ts';
import { type LogEntry, readKeyChange } from '../log/index.ts';
import { leafHash, rootOfHexPath } from '../merkle/index.ts';
import type { DocumentRead, Manifest, ManifestChunk } from '../sealed/index.ts';
import { SIGNATURE_LENGTH } from '../signature/index.ts';
import { readArchive, type Stamp, stampDigest } from '../stamp/index.ts';
import { manifestHash } from './content-checks.ts';
import type { Evidence, Trust } from './evidence.ts';
import type { LogReader } from './log-reader.ts';
import { manifestsOf, type Sealed } from './read-sealed.ts';
import { type Finding, finding, type Problem, problem } from './report.ts';

const HOUR_MS = 3_600_000;
/** How long asking for a stamp may take, and how far two clocks may be apart. */
export const STAMP_TOLERANCE_MS = 300_000;

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
  const wanted = manifestEntryText(evidence.trace, of);
  if (wanted !== null && log.standsThere(proof, wanted)) return [];
  const entry = log.entry(proof);
  if (entry?.type !== 'manifest') return [problem('altered', where, '条目不在日志中所说的位置')];
  const same =
    entry.trace === evidence.trace &&
    entry.addendum === of.number &&
    entry.signature === Buffer.from(proof.signature).toString('base64') &&
    (of.manifestSha256 === null || entry.sha256 === manifestHash(of));
  return same ? [] : [problem('altered', where, '日志条目说的不是这份清单')];
}

/** The one way to write the entry of a manifest; null where something of it is not known, or not what an entry may hold. */
function manifestEntryText(trace: string, { number, evidence: { proof }, manifestSha256 }: Sealed): string | null {
  const signature = proof?.signature;
  if (manifestSha256 === null || signature?.length !== SIGNATURE_LENGTH || !TRACE.test(trace)) return null;
  const [hash, signed] = [manifestSha256.toString('hex'), buffer(signature).toString('base64')];
  return `{"addendum":${number},"sha256":"${hash}","signature":"${signed}","trace":"${trace}","type":"manifest"}`;
}
const TRACE = /^[0-9A-Za-z_-]{8,64}$/;

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
  // The manifest's form was looked at: these are hashes.
  const leaf = leafHash(Buffer.from(hash, 'hex')).toString('hex');
  const root = rootOfHexPath(leaf, capture.index, entry.count, capture.path);
  return root === entry.root ? null : { weight: 'altered', line: '不在收录条目的树中' };
}

/** Check 6. */
export function checkCheckpoint(evidence: Evidence, log: LogReader, trust: Trust): Finding {
  const problems: Problem[] = [];
  if (evidence.checkpoint === null) problems.push(problem('incomplete', 'checkpoint', '没有检查点'));
  else if (log.head === null) problems.push(problem('altered', 'checkpoint', '签名不符，或不是检查点'));
  else if (trust.lastSeen !== null && !log.isAsSeen) {
    problems.push(problem('altered', 'checkpoint', '与上次见到的检查点不是同一本日志'));
  }
  for (const signer of evidence.signers) {
    const { index, entry } = signer;
    if (readKeyChange(index, entry) === null || (log.head !== null && log.entry(signer) === null)) {
      problems.push(problem('altered', `signers.json#${index}`, '不是日志中前一把密钥认可的换钥条目'));
    }
  }
  const seen = trust.lastSeen === null ? '，未与以前见过的比较' : '，与上次见到的一致';
  return finding(6, problems, { fine: `${log.head?.size ?? 0} 条${seen}` });
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
    if (!log.isBeginning(stamped, given)) {
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
  const proves = ({ at, until }: Stamp, digestOf: () => string): boolean => {
    if (until > log.now) return true;
    const digest = digestOf();
    return archives.some(
      ({ stamp, digest: next, over }) =>
        over.has(digest) && stamp.at > at && stamp.at < until && proves(stamp, () => next),
    );
  };
  return {
    keep: (stamp: Stamp, reply: Uint8Array, stamped: Uint8Array, certificates: string): boolean =>
      proves(stamp, () => stampDigest(reply, stamped, certificates)),
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
  const say = (found: number | undefined, where: string, shownAt: readonly number[]) => {
    if (found === undefined) problems.push(problem('incomplete', where, '没有登记'));
    else if (found >= firstCapture(manifests, shownAt)) problems.push(problem('altered', where, '登记晚于展示'));
  };
  const builds = unique(manifests.flatMap((manifest) => manifest.builds));
  for (const build of builds) {
    const found = registered.find(({ entry }) => entry.type === 'build' && entry.build === build);
    const pages = manifests.flatMap((manifest) => manifest.pages).filter((page) => page.build === build);
    const entered = pages.map(({ enteredAt }) => enteredAt);
    say(found?.index, `registered.json#build-${build}`, entered);
    if (found?.entry.type === 'build')
      problems.push(...fileProblems(evidence, log, 'builds', build, found.entry.sha256));
  }
  for (const table of unique(manifests.flatMap((manifest) => manifest.tables))) {
    problems.push(...fileProblems(evidence, log, 'tables', table, table));
  }
  const documents = readingsByDocument(manifests);
  for (const readings of documents) {
    const [of] = readings as [DocumentRead];
    const found = registered.find(({ entry }) => entry.type === 'document' && isSameDocument(entry, of));
    const opened = readings.map(({ openedAt }) => openedAt);
    say(found?.index, `registered.json#document-${of.id}-${of.version}`, opened);
    problems.push(...fileProblems(evidence, log, 'documents', of.sha256, of.sha256));
  }
  const looked = new Set(problems.map(({ where }) => where));
  for (const { kind, name } of evidence.files?.byHash ?? []) {
    problems.push(...fileProblems(evidence, log, kind, name, name).filter(({ where }) => !looked.has(where)));
  }
  const files = evidence.files === null ? '，文件内容未看' : '';
  const unable = manifests.length === 0 ? '没有清单' : null;
  return finding(9, problems, { fine: `${builds.length} 个页面版本，${documents.length} 份文件${files}`, unable });
}

const unique = (list: readonly string[]): string[] => [...new Set(list)];

type DocumentName = Pick<DocumentRead, 'id' | 'version' | 'sha256'>;
const isSameDocument = (a: DocumentName, b: DocumentName): boolean =>
  a.id === b.id && a.version === b.version && a.sha256 === b.sha256;

/** Each document once, with all the times it was read. */
function readingsByDocument(manifests: readonly Manifest[]): DocumentRead[][] {
  const readings =
    manifests.length === 1 ? (manifests[0] as Manifest).documents : manifests.flatMap((of) => of.documents);
  return [...Map.groupBy(readings, ({ id, version, sha256 }) => `${id}\n${version}\n${sha256}`).values()];
}

/** The first capture entry over what may have told of something shown at these times, where any is known. */
function firstCapture(manifests: readonly Manifest[], shownAt: readonly number[]): number {
  const first = Math.min(...shownAt);
  let least = Number.POSITIVE_INFINITY;
  for (const { chunks } of manifests) {
    for (const { kind, lastAt, capture } of chunks) {
      if (kind === 'client' && lastAt >= first && capture.entry < least) least = capture.entry;
    }
  }
  if (least < Number.POSITIVE_INFINITY) return least;
  for (const { capture } of manifests[0]?.chunks ?? []) least = Math.min(least, capture.entry);
  return least;
}

function fileProblems(
  evidence: Evidence,
  log: LogReader,
  kind: 'builds' | 'tables' | 'documents' | 'assets',
  name: string,
  hash: string,
): Problem[] {
  if (evidence.files === null) return [];
  const where = `${kind}/${name}${kind === 'builds' || kind === 'tables' ? '.json' : ''}`;
  const bytes = evidence.files.read(kind, name);
  if (bytes === null) return [problem('incomplete', where, '文件不在')];
  return log.hashOf(bytes) === hash ? [] : [problem('altered', where, '内容与哈希不符', 0)];
}
