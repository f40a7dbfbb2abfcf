import {
  expandEvents,
  fillTokens,
  type RecordedEvent,
  readEvents,
  readTable,
  readValues,
} from '@huimin/evidence/events';
import {
  cleanEvents,
  fillAssets,
  noWishes,
  type PlayedAsset,
  type Resolve,
  type Wishes,
} from '@huimin/evidence/replay';
import {
  keyOf,
  openPart,
  readObject,
  sha256Hex,
  type ToldChunk,
  type ToldManifest,
  type ToldObject,
} from './read-object.ts';
import { NotAPackage, type PackedFile, readZip } from './read-zip.ts';

/** One page life: what was open at once is not played together. */
export interface PageLife {
  readonly tab: string;
  readonly events: RecordedEvent[];
}

export interface OpenedPackage {
  readonly trace: string;
  readonly orderNo: string | null;
  readonly exportedAt: number;
  readonly masked: boolean;
  readonly manifests: readonly ToldManifest[];
  readonly lives: readonly PageLife[];
  /** What does not fit or cannot be shown, in sentences. */
  readonly problems: readonly string[];
  /** Batches that are those of the manifests. */
  readonly whole: number;
}

interface Info {
  readonly trace: string;
  readonly addenda: number;
  readonly exportedAt: number;
  readonly masked: boolean;
  readonly order: { readonly orderNo: string } | null;
}

/** Stands for what is not in the package. */
const NOT_THERE = '＊';
const PICTURE = /^data:(?:image|font)\//i;

/** Opens a package for the player: everything in it, and nothing from anywhere else. */
export async function openPackage(bytes: Uint8Array<ArrayBuffer>): Promise<OpenedPackage> {
  const files = readZip(bytes);
  const info = (await jsonOf(files, 'evidence.json')) as Info | null;
  if (info === null) throw new NotAPackage('这不是证据包：没有 evidence.json');
  const problems: string[] = [];
  const objects: ToldObject[] = [];
  for (let number = 0; number <= info.addenda; number += 1) {
    const file = files.get(`recording-${number}.rec`);
    if (file === undefined) {
      problems.push(number === 0 ? '包里没有记录，可能已按规则销毁' : `包里没有第 ${number} 份补录`);
      continue;
    }
    try {
      const object = await readObject(await file());
      if (object.firstWrong !== null) problems.push(`第 ${object.firstWrong + 1} 批和清单不一样，可能被改动过`);
      objects.push(object);
    } catch {
      problems.push(`recording-${number}.rec 读不出来，可能被改动过`);
    }
  }
  const lives = await livesOf(files, objects, problems);
  return {
    ...{ trace: info.trace, exportedAt: info.exportedAt, masked: info.masked, orderNo: info.order?.orderNo ?? null },
    manifests: objects.map(({ manifest }) => manifest),
    ...{ lives, problems },
    whole: objects.reduce((sum, { firstWrong, chunks }) => sum + (firstWrong ?? chunks.length), 0),
  };
}

async function jsonOf(files: ReadonlyMap<string, PackedFile>, name: string): Promise<unknown> {
  const file = files.get(name);
  if (file === undefined) return null;
  try {
    return JSON.parse(new TextDecoder().decode(await file()));
  } catch {
    throw new NotAPackage(`${name} 读不出来，可能被改动过`);
  }
}

/** The chunks that are played: page life after page life, each in its order, no batch twice. */
function played(objects: readonly ToldObject[]): ToldChunk[] {
  const taken = new Map<string, ToldChunk>();
  for (const chunk of objects.flatMap(({ chunks }) => chunks)) {
    const { kind, tab, seq, flags } = chunk.header;
    const place = `${tab} ${seq}`;
    if (kind === 'client' && !flags.includes('conflict') && !taken.has(place)) taken.set(place, chunk);
  }
  const begins = new Map<string, number>();
  for (const { header } of taken.values()) {
    begins.set(header.tab, Math.min(begins.get(header.tab) ?? Number.POSITIVE_INFINITY, header.firstAt));
  }
  const beginOf = ({ header }: ToldChunk) => begins.get(header.tab) ?? 0;
  return [...taken.values()].sort(
    (a, b) =>
      beginOf(a) - beginOf(b) ||
      (a.header.tab < b.header.tab ? -1 : 1) * Number(a.header.tab !== b.header.tab) ||
      a.header.seq - b.header.seq,
  );
}

async function livesOf(
  files: ReadonlyMap<string, PackedFile>,
  objects: readonly ToldObject[],
  problems: string[],
): Promise<PageLife[]> {
  const given = (await jsonOf(files, 'keys.json')) as { view: string; values?: string } | null;
  if (given === null) {
    if (objects.length > 0) problems.push('这个包只有证明，没有画面密钥，看不了画面');
    return [];
  }
  const keys = { view: await keyOf(given.view), values: given.values === undefined ? null : await keyOf(given.values) };
  const shelf = fileShelf(files);
  const lives: PageLife[] = [];
  const typed = new Map<number, string>();
  let wishes = noWishes();
  for (const chunk of played(objects)) {
    const { tab, seq } = chunk.header;
    let life = lives.at(-1);
    if (life?.tab !== tab) {
      life = { tab, events: [] };
      lives.push(life);
      typed.clear();
      wishes = noWishes();
    }
    try {
      life.events.push(...(await eventsOf(chunk, keys, typed, { shelf, wishes })));
    } catch {
      problems.push(`页面 ${tab.slice(0, 8)} 的第 ${seq + 1} 批打不开`);
    }
  }
  return lives.filter(({ events }) => events.length > 1);
}

async function eventsOf(
  chunk: ToldChunk,
  keys: { view: CryptoKey; values: CryptoKey | null },
  typed: Map<number, string>,
  { shelf, wishes }: { shelf: ReturnType<typeof fileShelf>; wishes: Wishes },
): Promise<RecordedEvent[]> {
  const { table, build, flags } = chunk.header;
  const packed = readEvents(await openPart(chunk, 'view', keys.view));
  if (packed === null) throw new Error('no events');
  const events = flags.includes('plain') ? packed : expandEvents(packed, await shelf.table(table));
  if (keys.values !== null) {
    for (const { k, v } of readValues(await openPart(chunk, 'values', keys.values)) ?? []) typed.set(k, v);
  }
  const filled = fillTokens(events, (number) => (number === null ? NOT_THERE : (typed.get(number) ?? NOT_THERE)));
  return fillAssets(cleanEvents(filled, await shelf.resolve(build)), await shelf.assets(), wishes);
}

/** Tables, lists of builds and files of a package, each read once and only believed when it is what its name says. */
function fileShelf(files: ReadonlyMap<string, PackedFile>) {
  const tables = new Map<string, readonly string[]>();
  const builds = new Map<string, Resolve>();
  let assets: Map<string, PlayedAsset> | null = null;
  const types = new Map<string, string>();

  async function listOf(build: string): Promise<readonly { path: string; sha256: string; type: string }[]> {
    const list = (await jsonOf(files, `builds/${build}.json`)) as { assets?: unknown } | null;
    return Array.isArray(list?.assets) ? list.assets : [];
  }

  return {
    async table(sha256: string): Promise<readonly string[]> {
      if (sha256 === '') return [];
      const known = tables.get(sha256);
      if (known) return known;
      const bytes = await files.get(`tables/${sha256}.json`)?.();
      const table = bytes && (await sha256Hex(bytes)) === sha256 ? readTable(new TextDecoder().decode(bytes)) : null;
      if (table === null) throw new Error('no table');
      tables.set(sha256, table);
      return table;
    },

    async resolve(build: string): Promise<Resolve> {
      const known = builds.get(build);
      if (known) return known;
      const byPath = new Map((await listOf(build)).map(({ path, sha256 }) => [`/${path}`, sha256]));
      const resolve: Resolve = (address) => {
        if (PICTURE.test(address) || address.startsWith('#')) return address;
        const path = /^(?:https?:\/\/[^/]+)?(\/[^?#]*)/.exec(address)?.[1];
        const sha256 = path === undefined ? undefined : byPath.get(path);
        return sha256 === undefined || !files.has(`assets/${sha256}`) ? null : `asset:${sha256}`;
      };
      builds.set(build, resolve);
      return resolve;
    },

    async assets(): Promise<ReadonlyMap<string, PlayedAsset>> {
      if (assets !== null) return assets;
      const found = new Map<string, PlayedAsset>();
      for (const name of files.keys()) {
        const [, build] = /^builds\/([^/]+)\.json$/.exec(name) ?? [];
        if (build !== undefined) for (const { sha256, type } of await listOf(build)) types.set(sha256, type);
      }
      for (const [name, file] of files) {
        const [, sha256] = /^assets\/([0-9a-f]{64})$/.exec(name) ?? [];
        if (sha256 === undefined) continue;
        const bytes = await file();
        if ((await sha256Hex(bytes)) === sha256) found.set(sha256, assetOf(bytes, types.get(sha256) ?? ''));
      }
      assets = found;
      return found;
    },
  };
}

function assetOf(bytes: Uint8Array<ArrayBuffer>, type: string): PlayedAsset {
  if (type.startsWith('text/css')) return { style: new TextDecoder().decode(bytes) };
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return { address: `data:${type};base64,${btoa(text)}` };
}
