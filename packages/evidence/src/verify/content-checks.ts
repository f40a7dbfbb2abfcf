import { isDamage, sha256Hex } from '../bytes/index.ts';
import type { Chunk, ChunkHeader } from '../chunk/index.ts';
import {
  BROKEN,
  chainNextHex,
  chainStart,
  findGaps,
  type Gap,
  type Manifest,
  type ManifestChunk,
  MISSING,
  undeclaredGaps,
} from '../sealed/index.ts';
import type { Evidence, Facts } from './evidence.ts';
import { isThere, manifestsOf, type Sealed } from './read-sealed.ts';
import { type Finding, finding, type Problem, problem } from './report.ts';

export const ERASED = '内容已按规则销毁';

/** 28,012 字节 */
const bytesText = (count: number): string => `${String(count).replace(/\B(?=(?:\d{3})+$)/g, ',')} 字节`;

/** Check 1. */
export function checkFrames(sealed: readonly Sealed[], facts: Facts, erased: boolean): Finding {
  const problems: Problem[] = [];
  if (sealed.length === 0) problems.push(problem('incomplete', 'recording-0.rec', '没有录像'));
  if (facts.addenda !== undefined && facts.addenda + 1 > sealed.length) {
    problems.push(problem('incomplete', `recording-${sealed.length}.rec`, '少了补录'));
  }
  let [count, bytes] = [0, 0];
  for (const { file, object, chunks } of sealed) {
    if (object === null) {
      if (!erased) problems.push(problem('incomplete', file, '文件不在'));
    } else if (isDamage(object)) problems.push(problem('altered', file, `结构不对：${object.damage}`, object.at));
    else {
      count += object.chunks.length;
      bytes += object.bytes.length;
      for (const [index, chunk] of (chunks ?? []).entries()) {
        if (!isDamage(chunk)) continue;
        const offset = object.places.chunks[index]?.offset ?? 0;
        problems.push(problem('altered', `${file}#chunk-${index}`, `数据块读不出：${chunk.damage}`, offset + chunk.at));
      }
    }
  }
  const unable = erased && count === 0 ? ERASED : null;
  return finding(1, problems, { fine: `${count} 块，${bytesText(bytes)}`, unable, needed: !erased });
}

/** Check 2. */
export function checkChain(evidence: Evidence, sealed: readonly Sealed[], erased: boolean): Finding {
  const problems: Problem[] = [];
  let [count, head] = [0, ''];
  const hashes = new Map(sealed.map(({ number, manifestSha256 }) => [number, manifestSha256?.toString('hex')]));
  for (const { of, manifest } of manifestsOf(sealed)) {
    const wrong = (line: string) => problems.push(problem('altered', `${of.file}#manifest`, line));
    if (manifest.trace !== evidence.trace) wrong('是另一份录像的清单');
    // Where the one before is missing, check 1 says so.
    const before = of.number === 0 ? null : (hashes.get(of.number - 1) ?? manifest.previous);
    if (manifest.addendum !== of.number || manifest.previous !== before) wrong('补录的次序不对');
    if (!isThere(of.object)) continue;
    count += manifest.chunks.length;
    head = manifest.chain.head;
    problems.push(...chunkProblems(of, manifest));
  }
  const unreadable = sealed.some(({ object, manifest }) => object !== null && !isThere(manifest));
  const unable = unreadable ? '清单读不出' : count === 0 ? (erased ? ERASED : '没有数据块') : null;
  return finding(2, problems, { fine: `${count} 块，链尾 ${head.slice(0, 16)}`, unable, needed: !erased });
}

function chunkProblems({ file, object, chunks }: Sealed, manifest: Manifest): Problem[] {
  if (!isThere(object)) return [];
  const problems: Problem[] = [];
  if (manifest.chunks.length !== object.chunks.length) {
    problems.push(problem('altered', `${file}#manifest`, '清单与数据块的个数不同'));
  }
  const wrong = (index: number, line: string) =>
    problems.push(problem('altered', `${file}#chunk-${index}`, line, object.places.chunks[index]?.offset ?? 0));
  let chain = chainStart(manifest.trace, manifest.addendum).toString('hex');
  let before: ManifestChunk | null = null;
  for (let index = 0; index < object.chunks.length; index++) {
    const bytes = object.chunks[index] as Buffer;
    const hash = sha256Hex(bytes);
    chain = chainNextHex(chain, hash);
    const said = manifest.chunks[index];
    if (said === undefined) continue;
    if (hash !== said.sha256 || bytes.length !== said.length) wrong(index, '哈希与清单不符');
    else if (before !== null && isBefore(said, before)) wrong(index, '次序不对');
    const chunk = chunks?.[index];
    if (isThere(chunk ?? null)) {
      const member = otherMember((chunk as Chunk).header, said, manifest.trace);
      if (member !== null) wrong(index, `清单中的 ${member} 与数据块不符`);
    }
    before = said;
  }
  if (chain !== manifest.chain.head) problems.push(problem('altered', `${file}#chain`, '链尾不符'));
  return problems;
}

function isBefore(a: ManifestChunk, b: ManifestChunk): boolean {
  if (a.receivedAt !== b.receivedAt) return a.receivedAt < b.receivedAt;
  return a.tab === b.tab ? a.seq < b.seq : a.tab < b.tab;
}

const SAME = ['kind', 'tab', 'seq', 'receivedAt', 'events', 'firstAt', 'lastAt'] as const;

function otherMember(header: ChunkHeader, said: ManifestChunk, trace: string): string | null {
  if (header.trace !== trace) return 'trace';
  const other = SAME.find((member) => header[member] !== said[member]);
  if (other !== undefined) return other;
  return header.flags.join() === said.flags.join() ? null : 'flags';
}

/** Check 3, and what is missing for good. */
export function checkSequence(sealed: readonly Sealed[]): {
  finding: Finding;
  gaps: { count: number; seconds: number };
} {
  const manifests = manifestsOf(sealed);
  const declared = manifests.flatMap(({ manifest }) => manifest.gaps);
  const found = findGaps(manifests.flatMap(({ of, manifest }) => piecesOf(of, manifest)));
  const problems = undeclaredGaps(found, declared).map(({ tab, fromSeq, toSeq, why }) =>
    problem(
      'altered',
      `${tab}#${fromSeq}`,
      why === BROKEN ? `第 ${fromSeq} 批接不上前一批` : `缺第 ${fromSeq} 到 ${toSeq} 批，没有声明`,
    ),
  );
  const gaps = declared.length === 0 ? declared : openGaps(declared, manifests);
  const seconds = Math.round(
    gaps.reduce((sum, { from, to }) => sum + (from > 0 ? Math.max(0, to - from) : 0), 0) / 1_000,
  );
  const fine = gaps.length === 0 ? '没有缺段' : `已声明 ${gaps.length} 处缺段，共 ${seconds} 秒`;
  const unable = manifests.length < sealed.length || sealed.length === 0 ? '清单读不出' : null;
  return { finding: finding(3, problems, { fine, unable }), gaps: { count: gaps.length, seconds } };
}

/** What is still missing of the gaps that were declared. */
function openGaps(declared: readonly Gap[], manifests: ReturnType<typeof manifestsOf>): readonly Gap[] {
  const numbers = new Set(manifests.flatMap(({ manifest }) => manifest.chunks.map(({ tab, seq }) => `${tab}#${seq}`)));
  return declared.filter((gap) => gap.why !== MISSING || !isFilled(gap, numbers));
}

function isFilled({ tab, fromSeq, toSeq }: Gap, numbers: ReadonlySet<string>): boolean {
  for (let seq = fromSeq; seq <= toSeq; seq++) if (!numbers.has(`${tab}#${seq}`)) return false;
  return true;
}

/** Without what only the chunks themselves say, where those were not read. */
const SAID = { prev: '', dataSha256: '' };

function piecesOf({ chunks }: Sealed, manifest: Manifest) {
  return manifest.chunks.map((said, index) => {
    const chunk = chunks?.[index] ?? null;
    const { tab, seq, kind, firstAt, lastAt, flags } = said;
    const { prev, dataSha256 } = isThere(chunk) ? chunk.header : SAID;
    return { tab, seq, kind, firstAt, lastAt, flags, prev, dataSha256 };
  });
}

/** Check 4. */
export function checkSignature(sealed: readonly Sealed[], keysAreOwn: boolean): Finding {
  const problems: Problem[] = [];
  for (const { number, file, evidence, manifest, signed } of sealed) {
    const where = `${file}#manifest`;
    if (manifest === null) continue;
    if (isDamage(manifest)) problems.push(problem('altered', where, `清单读不出：${manifest.damage}`, manifest.at));
    if (evidence.proof === null) problems.push(problem('incomplete', `proof-${number}.json`, '没有签名'));
    else if (!signed) problems.push(problem('altered', where, '签名不符'));
  }
  const unable = sealed.every(({ manifest }) => manifest === null) ? '没有清单' : null;
  return finding(4, problems, { fine: keysAreOwn ? 'Ed25519 相符' : 'Ed25519 与随附的公钥相符', unable });
}

/** The digest of a manifest, as the log's entry must name it. */
export const manifestHash = ({ manifestSha256 }: Sealed): string => manifestSha256?.toString('hex') ?? sha256Hex('');
