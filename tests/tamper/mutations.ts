import { canonicalBytes } from '@huimin/evidence/canonical';
import { below, type Chance } from '@huimin/evidence/sample';
import { readObject, writeObject } from '@huimin/evidence/sealed';

/** The files of a package. */
export type Files = Map<string, Buffer>;

/** A package with one thing changed, and where a check must say that something is wrong: one of these is enough. */
export interface Mutation {
  what: string;
  places: string[];
  files: Files;
}

export type Change = (files: Files, chance: Chance, another: Files) => Omit<Mutation, 'files'> & { files?: Files };

/** A package has nothing of a class. */
export class NothingThere extends Error {
  override name = 'NothingThere';
}

export const pick = <T>(chance: Chance, list: readonly T[]): T => {
  if (list.length === 0) throw new NothingThere();
  return list[below(chance, list.length)] as T;
};
export const named = (files: Files, pattern: RegExp): string[] =>
  [...files.keys()].filter((name) => pattern.test(name)).sort();
export const bytesOf = (files: Files, name: string): Buffer => files.get(name) as Buffer;

export function flipped(bytes: Buffer, at: number, chance: Chance): Buffer {
  const changed = Buffer.from(bytes);
  changed[at] = (changed[at] as number) ^ (1 << below(chance, 8));
  return changed;
}

/** Bytes from `from` up to `to` changed in one of several ways. */
export function damagedBytes(bytes: Buffer, from: number, to: number, chance: Chance): { how: string; bytes: Buffer } {
  const at = from + below(chance, to - from);
  const other = from + below(chance, to - from);
  const how = pick(chance, ['flip', 'flip', 'swap', 'delete', 'truncate'] as const);
  if (how === 'delete')
    return { how: `delete ${at}`, bytes: Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1)]) };
  if (how === 'truncate') return { how: `truncate ${at}`, bytes: bytes.subarray(0, at) };
  const swapped = Buffer.from(bytes);
  [swapped[at], swapped[other]] = [bytes[other] as number, bytes[at] as number];
  // Two equal bytes changed places: nothing happened.
  if (how === 'flip' || swapped.equals(bytes)) return { how: `flip ${at}`, bytes: flipped(bytes, at, chance) };
  return { how: `swap ${at} ${other}`, bytes: swapped };
}

/** Damages a whole file, or deletes it. */
export function file(pattern: RegExp, places = (name: string): string[] => [name]): Change {
  return (files, chance) => {
    const name = pick(chance, named(files, pattern));
    if (below(chance, 10) === 0) {
      files.delete(name);
      return { what: `delete ${name}`, places: places(name) };
    }
    const { how, bytes } = damagedBytes(bytesOf(files, name), 0, bytesOf(files, name).length, chance);
    files.set(name, bytes);
    return { what: `${how} of ${name}`, places: places(name) };
  };
}

export const RECORDING = /^recording-\d+\.rec$/;

function object(files: Files, chance: Chance) {
  const name = pick(chance, named(files, RECORDING));
  const read = readObject(bytesOf(files, name));
  if ('damage' in read) throw new Error(read.damage);
  return { name, ...read };
}

/** A byte of a chunk changed where it stands. */
export function inChunk(part: 'header' | 'body'): Change {
  return (files, chance) => {
    const { name, bytes, places, chunks } = object(files, chance);
    const index = below(chance, chunks.length);
    const { offset, length } = places.chunks[index] as { offset: number; length: number };
    const header = 4 + (chunks[index] as Buffer).readUInt32BE(0);
    const [from, to] = part === 'header' ? [offset, offset + header] : [offset + header, offset + length];
    const at = from + below(chance, to - from);
    files.set(name, flipped(bytes, at, chance));
    return { what: `flip ${at} in the ${part} of chunk ${index} of ${name}`, places: [`${name}#chunk-${index}`] };
  };
}

/** Chunks left out, repeated, moved or cut, everything around them put right again. */
export const chunks: Change = (files, chance) => {
  const { name, chunks: list, manifestBytes } = object(files, chance);
  const index = below(chance, list.length);
  const chunk = list[index] as Buffer;
  const how = pick(chance, ['leave out', 'repeat', 'move', 'cut', 'take from another'] as const);
  const rest = list.toSpliced(index, 1);
  const otherPlace = (index + 1 + below(chance, Math.max(1, list.length - 1))) % list.length;
  const changed = {
    'leave out': rest,
    repeat: list.toSpliced(index, 0, chunk),
    move: list.length > 1 ? rest.toSpliced(otherPlace, 0, chunk) : [],
    cut: list.with(index, chunk.subarray(0, -1 - below(chance, 20))),
    'take from another': list.with(index, Buffer.from(chunk).reverse()),
  }[how];
  files.set(name, writeObject(changed, manifestBytes));
  return { what: `${how} chunk ${index} of ${name}`, places: [name] };
};

export const manifest: Change = (files, chance) => {
  const { name, chunks: list, manifestBytes, bytes, places } = object(files, chance);
  if (below(chance, 3) === 0) {
    const { offset, length } = places.manifest;
    const at = offset + below(chance, length);
    files.set(name, flipped(bytes, at, chance));
    return { what: `flip ${at} in the manifest of ${name}`, places: [`${name}#manifest`] };
  }
  const value = JSON.parse(manifestBytes.toString()) as Record<string, unknown>;
  const what = falsify(value, chance);
  files.set(name, writeObject(list, canonicalBytes(value)));
  return { what: `${what} in the manifest of ${name}`, places: [`${name}#manifest`] };
};

/** Changes one value of a JSON object somewhere, keeping its form. */
export function falsify(value: unknown, chance: Chance): string {
  const leaves: { of: Record<string, unknown>; name: string }[] = [];
  const walk = (of: unknown): void => {
    if (typeof of !== 'object' || of === null) return;
    for (const [name, member] of Object.entries(of)) {
      if (typeof member === 'object' && member !== null) walk(member);
      else if (member !== null) leaves.push({ of: of as Record<string, unknown>, name });
    }
  };
  walk(value);
  // What there is much of would leave the rest alone.
  const kindOf = (called: string) => (/^\d+$/.test(called) ? '' : called);
  const kind = pick(chance, [...new Set(leaves.map(({ name }) => kindOf(name)))]);
  const { of, name } = pick(
    chance,
    leaves.filter((leaf) => kindOf(leaf.name) === kind),
  );
  const before = of[name];
  if (typeof before === 'number') of[name] = before + 1 + below(chance, 5);
  else if (typeof before === 'boolean') of[name] = !before;
  else if (typeof before === 'string') of[name] = otherText(before, chance);
  return `another ${name}`;
}

function otherText(text: string, chance: Chance): string {
  if (text === '') return 'a'.repeat(64);
  const at = below(chance, text.length);
  return text.slice(0, at) + (text[at] === '7' ? '8' : '7') + text.slice(at + 1);
}

/** A JSON file with one value changed, or one thing of a list left out. */
export function json(pattern: RegExp, prune: string | null): Change {
  return (files, chance) => {
    const name = pick(chance, named(files, pattern));
    const value = JSON.parse(bytesOf(files, name).toString());
    const list: unknown[] = prune === null ? value : value[prune];
    const how = list.length === 0 ? 'one more' : below(chance, 3) === 0 ? 'one less' : 'other';
    if (how === 'one more') list.push('7'.repeat(64));
    if (how === 'one less') list.splice(below(chance, list.length), 1);
    const what = how === 'other' ? falsify(value, chance) : how;
    files.set(name, Buffer.from(JSON.stringify(value)));
    return { what: `${what} in ${name}`, places: [name] };
  };
}

export const order: Change = (files, chance) => {
  const info = JSON.parse(bytesOf(files, 'evidence.json').toString());
  const whole = info.order === null || below(chance, 8) === 0;
  const what = whole ? 'the order' : falsify(info.order, chance);
  if (whole) info.order = info.order === null ? SOME_ORDER : null;
  files.set('evidence.json', Buffer.from(JSON.stringify(info)));
  return { what: `${what} in the order`, places: ['evidence.json#order'] };
};

const SOME_ORDER = {
  orderNo: 'JS26',
  edition: 'js26',
  plan: 'x',
  insuredCount: 1,
  premiumFen: 1,
  savedAt: 1,
  documents: [],
};

/** Two files of a kind have changed places. */
export function exchanged(pattern: RegExp): Change {
  return (files, chance) => {
    const names = named(files, pattern);
    const one = pick(chance, names);
    const other = pick(
      chance,
      names.filter((name) => name !== one),
    );
    const [a, b] = [bytesOf(files, one), bytesOf(files, other)];
    files.set(one, b);
    files.set(other, a);
    return { what: `${one} and ${other} exchanged`, places: [one, other] };
  };
}

export const stampReply: Change = (files, chance) => {
  const name = pick(chance, named(files, /^stamps\/.*\.tsr$/));
  const bytes = bytesOf(files, name);
  const { how, bytes: changed } = damagedBytes(bytes, 0, bytes.length, chance);
  files.set(name, changed);
  return { what: `${how} of ${name}`, places: [name] };
};

/** The signature's own bytes, which every reader must look at. */
export const stampSignature: Change = (files, chance) => {
  const name = pick(chance, named(files, /^stamps\/.*\.tsr$/));
  const bytes = bytesOf(files, name);
  const at = bytes.length - 1 - below(chance, 60);
  files.set(name, flipped(bytes, at, chance));
  return { what: `flip ${at} of ${name}`, places: [name] };
};

/** Changes one thing of a class in a copy of a package. `another`: a recording of the same log. */
export function changed(
  files: Files,
  change: Change,
  kind: string,
  chance: Chance,
  another: Files = new Map(),
): Mutation {
  const copy = new Map(files);
  const { what, places } = change(copy, chance, another);
  return { what: `${kind}: ${what}`, places, files: copy };
}
