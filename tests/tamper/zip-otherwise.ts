import { below, type Chance } from '@huimin/evidence/sample';
import { pick } from './mutations.ts';

const END_LENGTH = 22;
const CENTRAL_LENGTH = 46;
const LOCAL_LENGTH = 30;

/** A ZIP of which one byte says something else: in its end, in its directory, before a file, or anywhere. */
export function zipOtherwise(zip: Buffer, chance: Chance): Buffer {
  const end = zip.length - END_LENGTH;
  const directory = zip.readUInt32LE(end + 16);
  const entries: number[] = [];
  for (let at = directory; at < end; ) {
    entries.push(at);
    at += CENTRAL_LENGTH + [28, 30, 32].reduce((sum, field) => sum + zip.readUInt16LE(at + field), 0);
  }
  const entry = pick(chance, entries);
  const file = zip.readUInt32LE(entry + 42);
  const [from, length] = pick(chance, [
    [end, END_LENGTH],
    [entry, CENTRAL_LENGTH],
    [entry, CENTRAL_LENGTH],
    [file, LOCAL_LENGTH],
    [file, LOCAL_LENGTH],
    [file, LOCAL_LENGTH + 40],
    [0, zip.length],
  ] as const);
  const at = from + below(chance, length);
  const other = Buffer.from(zip);
  const before = zip[at] as number;
  other[at] = pick(chance, [0, 0xff, before ^ (1 << below(chance, 8)), before + 1, before - 1]) & 0xff;
  return pick(chance, [other, other, other, other, other, Buffer.concat([other, Buffer.of(0)]), other.subarray(1)]);
}
