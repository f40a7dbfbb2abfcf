import { createSecretKey, type KeyObject } from 'node:crypto';
import { isDamage, readUtf8, sha256Hex } from '../bytes/index.ts';
import { canonicalJson, isSameJson } from '../canonical/index.ts';
import { type Chunk, openPart, openPartBytes, readServerData, serverData } from '../chunk/index.ts';
import { expandEvents, marksIn, readEvents, readTable, readValues } from '../events/index.ts';
import { isBelieved, journeyProblems, type MarkedChunk, readJourney } from '../journey/index.ts';
import { type CanonicalOrder, type Manifest, orderProblem } from '../sealed/index.ts';
import type { Evidence, Facts } from './evidence.ts';
import { remembered } from './log-reader.ts';
import { isThere, manifestsOf, type Sealed } from './read-sealed.ts';
import { type Finding, finding, type Problem, problem } from './report.ts';

const OFFSET_MOST_MS = 5_000;
/** A clock that is put right goes back by a little; that is no other clock. */
const BACK_MOST_MS = 1_000;

/** Orders that were looked at: checks 8 and 10 ask for the same. */
const ordersLookedAt = new WeakMap<CanonicalOrder, boolean>();
const isOrder = (order: CanonicalOrder): boolean =>
  remembered(ordersLookedAt, order, () => orderProblem(order) === null);

/** Check 8. `opened`: what showed when the chunks were opened. */
export function checkOrder(
  evidence: Evidence,
  sealed: readonly Sealed[],
  facts: Facts,
  opened: readonly Problem[],
): Finding {
  const manifests = manifestsOf(sealed);
  const problems: Problem[] = [...opened];
  const { order } = evidence;
  let unable: string | null = null;
  const said = manifests.map(({ manifest }) => manifest.order).findLast((of) => of !== null) ?? null;
  if (order !== null && !isOrder(order)) {
    problems.push(problem('altered', 'evidence.json#order', '订单的写法不对'));
  } else if (manifests.length < sealed.length) {
    unable = '清单读不出';
  } else if (said === null) {
    if (order !== null) problems.push(problem('altered', 'evidence.json#order', '录像不是这份订单的'));
  } else if (order === null) problems.push(problem('incomplete', 'evidence.json#order', '没有订单'));
  else if (order.orderNo !== said.orderNo || sha256Hex(canonicalJson(order)) !== said.digest) {
    problems.push(problem('altered', 'evidence.json#order', '订单与封存时不同'));
  }
  for (const { of, manifest } of manifests) {
    if (of.object === null || of.chunks !== null) problems.push(...serverProblems(of, manifest));
  }
  for (const event of facts.happened ?? []) {
    // Two people of an order may say something in one moment.
    const notes = manifests
      .flatMap(({ manifest }) => manifest.server)
      .filter(({ what, at }) => what === event.what && at === event.at);
    const where = `facts#${event.what}`;
    if (notes.length === 0) {
      // It may be told by a manifest that is not there: then nobody knows, and check 1 says what is missing.
      if (manifests.length === sealed.length) problems.push(problem('altered', where, '账上有的事，录像里没有'));
    } else if (!notes.some((note) => saysSame(sealed, note.sha256, () => sha256Hex(serverData(event))))) {
      problems.push(problem('altered', where, '录像里说的与账上不同'));
    }
  }
  const rows = facts.happened === undefined ? '；付款与保单的账不在这里，无法检查' : '，付款与保单与账上一致';
  const fine = said === null ? '没有订单' : `订单 ${said.orderNo} 相符${rows}`;
  return finding(8, problems, { fine, unable });
}

/** The manifest's list of what the server did is that of the server's chunks. */
function serverProblems({ file }: Sealed, manifest: Manifest): Problem[] {
  const own = manifest.chunks.flatMap(({ sha256, kind, firstAt }) =>
    kind === 'server' ? [`${sha256} ${firstAt}`] : [],
  );
  const listed = manifest.server.map(({ sha256, at }) => `${sha256} ${at}`);
  const same = own.length === listed.length && own.toSorted().join() === listed.toSorted().join();
  return same ? [] : [problem('altered', `${file}#manifest`, '清单中的服务器事件与数据块不符')];
}

function saysSame(sealed: readonly Sealed[], chunkSha256: string, dataSha256: () => string): boolean {
  for (const { of, manifest } of manifestsOf(sealed)) {
    if (of.chunks === null) continue;
    const index = manifest.chunks.findIndex(({ sha256 }) => sha256 === chunkSha256);
    const chunk = of.chunks[index] ?? null;
    if (isThere(chunk)) return chunk.header.dataSha256 === dataSha256();
  }
  // In a shallow check, and when the chunk is gone, the note is all there is.
  return true;
}

/** Check 10. `opened`: problems that showed when the chunks were opened; null when they were not. */
export function checkJourney(evidence: Evidence, sealed: readonly Sealed[], opened: Problem[] | null): Finding {
  const manifests = manifestsOf(sealed).map(({ manifest }) => manifest);
  const first = manifests[0];
  const problems: Problem[] = [...(opened ?? [])];
  if (first === undefined) return finding(10, problems, { fine: '', unable: '没有清单' });
  const ordered = manifests.some(({ order }) => order !== null);
  if (ordered && first.flags.includes('unrecorded')) {
    problems.push(problem('incomplete', 'recording-0.rec#manifest', '下单时没有录像'));
  } else if (ordered) {
    const walked = {
      documents: manifests.flatMap(({ documents }) => documents),
      consents: manifests.flatMap(({ consents }) => consents),
      server: manifests.flatMap(({ server }) => server),
      clock: manifests.map(({ clock }) => clock).find((clock) => clock !== null) ?? null,
    };
    const order = evidence.order !== null && isOrder(evidence.order) ? evidence.order : null;
    for (const { where, line } of journeyProblems(walked, order)) {
      problems.push(problem('incomplete', `recording-0.rec#manifest.${where}`, line));
    }
  }
  const looked = opened === null ? '' : '，与事件一致';
  const fine = ordered ? `文件展示到底，然后同意，然后下单、付款${looked}` : `没有订单，不要求${looked}`;
  return finding(10, problems, { fine, unable: evidence.unopened ?? null });
}

export interface Opened {
  /** Of check 8. */
  order: Problem[];
  /** Of check 10. */
  journey: Problem[];
}

/** Opens every chunk and holds what it says against header and manifest. null when there is no key. */
export function openChunks(
  evidence: Evidence,
  sealed: readonly Sealed[],
  tables: WeakMap<Uint8Array, string[] | false>,
): Opened | null {
  const keys = secretsOf(evidence.keys);
  if (keys === null) return null;
  const tableOf = (name: string): string[] | null => {
    if (name === '') return [];
    const bytes = evidence.files?.read('tables', name) ?? null;
    if (bytes === null) return null;
    return remembered(tables, bytes, () => readTable(Buffer.from(bytes).toString()) ?? false) || null;
  };
  const said =
    manifestsOf(sealed)
      .map(({ manifest }) => manifest.order)
      .findLast((of) => of !== null) ?? null;
  const found: Opened = { order: [], journey: [] };
  for (const of of sealed) {
    if (!isThere(of.object) || of.chunks === null) continue;
    const { places } = of.object;
    const marked: MarkedChunk[] = [];
    for (const [index, chunk] of of.chunks.entries()) {
      if (isDamage(chunk)) continue;
      // One that the manifest does not name is none: somebody made it up.
      const isNamed = !isThere(of.manifest) || ['', ...of.manifest.tables].includes(chunk.header.table);
      const opened = openChunk(chunk, keys, isNamed ? tableOf : () => false);
      const offset = places.chunks[index]?.offset ?? 0;
      const state = opened === NO_TABLE ? 'incomplete' : 'altered';
      const wrong = (line: string) => problem(state, `${of.file}#chunk-${index}`, line, offset);
      if (typeof opened === 'string') found.journey.push(wrong(opened));
      else if ('server' in opened) {
        const line = serverProblem(opened.server, chunk, isThere(of.manifest) ? of.manifest : null, said);
        if (line !== null) found.order.push(wrong(line));
        marked.push(opened.marked);
      } else marked.push(opened);
    }
    // What could not be opened says nothing of the journey either.
    if (isThere(of.manifest) && marked.length === of.chunks.length) {
      found.journey.push(...journeyDifferences(of, of.manifest, marked));
    }
  }
  return found;
}

/** What the server noted is what the manifest lists, and the order it saved is the manifest's. */
function serverProblem(
  data: string,
  { bytes, header }: Chunk,
  manifest: Manifest | null,
  order: Manifest['order'],
): string | null {
  const event = readServerData(data);
  if (event === null || event.at !== header.firstAt) return '服务器事件读不出';
  const hash = sha256Hex(bytes);
  const note = manifest?.server.find(({ sha256 }) => sha256 === hash);
  if (note !== undefined && note.what !== event.what) return '清单说的是另一件事';
  const { orderNo, digest } = event.facts;
  if (event.what !== 'order-saved' || orderNo !== order?.orderNo || digest === order?.digest) return null;
  return '保存的订单与清单中的不同';
}

/** Made once for all chunks: a cipher that is given bytes looks at them anew each time, which takes longer than the opening itself. */
function secretsOf(keys: Evidence['keys']): Secrets | null {
  if (!keys?.view) return null;
  return { view: createSecretKey(keys.view), values: keys.values && createSecretKey(keys.values) };
}

interface Secrets {
  readonly view: KeyObject;
  readonly values: KeyObject | null;
}

function openChunk(
  chunk: Chunk,
  keys: Secrets,
  tableOf: (name: string) => string[] | null | false,
): MarkedChunk | { server: string; marked: MarkedChunk } | string {
  const { header } = chunk;
  const bytes = openPartBytes(chunk, 'view', keys.view);
  if (isDamage(bytes)) return `打不开：${bytes.damage}`;
  const data = readUtf8(bytes);
  if (data === null) return '打不开：view is not UTF-8';
  if (header.view.length > 0 && sha256Hex(bytes) !== header.dataSha256) return '内容与 dataSha256 不符';
  const values = keys.values ? openPart(chunk, 'values', keys.values) : '';
  if (isDamage(values)) return `打不开：${values.damage}`;
  if (readValues(values) === null) return '填写的内容读不出';
  const { tab, seq, build, flags } = header;
  const marked = { tab, seq, build, flags, marks: [] };
  if (header.kind === 'server') return { server: data, marked };
  const events = readEvents(data);
  // By a clock of before 1970, say: it is as it came, and nobody can read it.
  if (events === null) return marked;
  if (events.length !== header.events) return '事件个数不符';
  const table = tableOf(header.table);
  if (table === null) return NO_TABLE;
  if (table === false) return marked;
  try {
    return {
      ...marked,
      marks: marksIn(
        expandEvents(
          events.filter(({ type }) => type === 5),
          table,
        ),
      ),
    };
  } catch {
    // As it was sent, and nothing by which anybody could read it: it says nothing. Another table would show in check 9.
    return marked;
  }
}

const NO_TABLE = '字符串表不在';

function journeyDifferences({ file }: Sealed, manifest: Manifest, marked: MarkedChunk[]): Problem[] {
  const read = readJourney(marked);
  const differing = MEMBERS.filter((member) => !isSameJson(read[member], manifest[member]));
  if (differing.length === 0) return [];
  // Until November 2026 manifests told what such a batch said as well.
  const before = manifest.flags.includes('unsigned-in')
    ? readJourney(marked, ({ flags }) => !flags.includes('conflict'))
    : null;
  return differing
    .filter((member) => !isSameJson(before?.[member], manifest[member]))
    .map((member) => problem('altered', `${file}#manifest.${member}`, `清单说的与事件不符`));
}

const MEMBERS = ['pages', 'documents', 'consents', 'clock'] as const;

/** Check 11. */
export function checkClocks(sealed: readonly Sealed[]): Finding {
  const manifests = manifestsOf(sealed);
  const problems: Problem[] = [];
  const clock = manifests.map(({ manifest }) => manifest.clock).find((of) => of !== null) ?? null;
  let sealedBefore = 0;
  const last = new Map<string, number>();
  for (const { of, manifest } of manifests) {
    const wrong = (line: string) => problems.push(problem('incomplete', `${of.file}#manifest`, line));
    const received = manifest.chunks.at(-1)?.receivedAt ?? 0;
    if (manifest.sealedAt < received || manifest.sealedAt < sealedBefore) wrong('封存时间早于收到的时间');
    sealedBefore = manifest.sealedAt;
    for (const { tab, firstAt, lastAt, kind, flags } of manifest.chunks.toSorted((a, b) => a.seq - b.seq)) {
      if (kind === 'server' || !isBelieved({ flags }) || flags.includes('plain')) continue;
      if (lastAt < firstAt || firstAt < (last.get(tab) ?? 0) - BACK_MOST_MS) wrong('手机时钟倒走');
      last.set(tab, Math.max(lastAt, last.get(tab) ?? 0));
    }
  }
  if (clock !== null && Math.abs(clock.offsetMs) >= OFFSET_MOST_MS) {
    const line = `手机时钟与服务器相差 ${Math.abs(clock.offsetMs)} 毫秒`;
    problems.push(problem('incomplete', 'recording-0.rec#manifest.clock', line));
  }
  const unable = manifests.length === 0 ? '没有清单' : clock === null ? '手机没有比对过时钟' : null;
  return finding(11, problems, { fine: `不倒走，相差 ${Math.abs(clock?.offsetMs ?? 0)} 毫秒`, unable });
}

/** Check 12. */
export function checkRetention(sealed: readonly Sealed[], { retention }: Facts, erased: string | null): Finding {
  if (erased !== null) return finding(12, [], { fine: `已按规则 ${erased} 销毁` });
  const manifests = manifestsOf(sealed);
  if (retention === undefined) return finding(12, [], { fine: '', unable: '存储的保存期限不在这里', needed: false });
  const rule = Math.max(retention.rule, ...manifests.map(({ manifest }) => manifest.retention.until));
  const problems: Problem[] = [];
  if (retention.until < rule) problems.push(problem('incomplete', 'store#retain-until', '保存期限短于规则'));
  if (!retention.locked) problems.push(problem('incomplete', 'store#lock', '存储没有锁定'));
  const until = Number.isFinite(retention.until)
    ? `保存到 ${new Date(retention.until).toISOString().slice(0, 10)}`
    : '冻结，不解除就一直保存';
  return finding(12, problems, { fine: `${until}，已锁定` });
}
