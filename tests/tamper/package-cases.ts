import { crc32, deflateRawSync } from 'node:zlib';
import { sampleWorld } from '@huimin/evidence/sample';
import type { VerdictWord } from '@huimin/evidence/verify';
import { bytesOf, type Files } from './mutations.ts';
import { filesOf } from './tampering.ts';

// Packages that are read in two ways by two programs, or hold something beside what is looked at.

/** The bytes of a package, and what every verifier must say of it. */
export interface RawPackage {
  what: string;
  verdict: VerdictWord;
  bytes: Buffer;
}

/** A file as a ZIP holds it, in whatever way. */
interface Packed {
  name: string;
  content: Buffer;
  body?: Buffer;
  method?: number;
  flags?: number;
  before?: Buffer;
  after?: Buffer;
  extra?: Buffer;
  extraInDirectory?: Buffer;
  /** Sums and lengths before the file. */
  told?: [crc: number, packed: number, unpacked: number];
}

const NOTHING: Buffer = Buffer.alloc(0);
const u16 = (...values: number[]): Buffer => Buffer.from(values.flatMap((value) => [value & 0xff, value >> 8]));
const u32 = (...values: number[]): Buffer => Buffer.from(Uint32Array.from(values).buffer);

function zipOf(files: readonly Packed[], behind = NOTHING): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const {
    name,
    content,
    body = content,
    method = 0,
    flags = 0,
    before = NOTHING,
    after = NOTHING,
    ...more
  } of files) {
    const { extra = NOTHING, extraInDirectory = NOTHING } = more;
    const sums = [crc32(content), body.length, content.length] as const;
    const named = Buffer.from(name, 'latin1');
    const head = Buffer.concat([u32(0x04034b50), u16(20, flags, method, 0, 0), u32(...(more.told ?? sums))]);
    const local = Buffer.concat([head, u16(named.length, extra.length), named, extra, body, after]);
    const entry = [u32(0x02014b50), u16(20, 20, flags, method, 0, 0), u32(...sums), u16(named.length)];
    const rest = [u16(extraInDirectory.length, 0, 0, 0), u32(0, offset + before.length), named, extraInDirectory];
    directory.push(...entry, ...rest);
    parts.push(before, local);
    offset += before.length + local.length;
  }
  const list = Buffer.concat(directory);
  const end = [
    u32(0x06054b50),
    u16(0, 0, files.length, files.length),
    u32(list.length, offset + behind.length),
    u16(0),
  ];
  return Buffer.concat([...parts, behind, list, ...end]);
}

/** Another file as a ZIP has it, which no directory names. */
const HIDDEN: Buffer = zipOf([{ name: 'recording-0.rec', content: Buffer.from('another') }]).subarray(0, 30 + 15 + 7);
const unicodePath = (name: string): Buffer => {
  const field = Buffer.concat([Buffer.of(1), u32(0), Buffer.from(name)]);
  return Buffer.concat([u16(0x7075, field.length), field]);
};

/** The first file in another way. */
const first =
  (change: (file: Packed) => Partial<Packed>) =>
  ([file, ...more]: Packed[]): Packed[] => [{ ...(file as Packed), ...change(file as Packed) }, ...more];
const every =
  (change: (file: Packed) => Partial<Packed>) =>
  (files: Packed[]): Packed[] =>
    files.map((file) => ({ ...file, ...change(file) }));
const also =
  (name: string, content = 'x', more: Partial<Packed> = {}) =>
  (files: Packed[]): Packed[] => [...files, { name, content: Buffer.from(content), ...more }];

const ZIPS: Record<string, [VerdictWord, (files: Packed[]) => Packed[]]> = {
  'packed anew': ['intact', (files) => files],
  deflated: ['intact', every(({ content }) => ({ body: deflateRawSync(content), method: 8 }))],
  'lengths behind each file': ['intact', every(() => ({ flags: 8, told: [0, 0, 0], after: Buffer.alloc(16) }))],
  'other lengths before a file': ['altered', first(() => ({ told: [0, 0, 0] }))],
  'extra fields of a time': ['intact', every(() => ({ extra: Buffer.concat([u16(0x5455, 5), Buffer.alloc(5)]) }))],
  'another name in an extra field': ['altered', first(() => ({ extra: unicodePath('recording-0.rec') }))],
  'another name in an extra field of the directory': [
    'altered',
    first(() => ({ extraInDirectory: Buffer.concat([u16(0x5455, 1), Buffer.of(0), unicodePath('recording-0.rec')]) })),
  ],
  'words before the first file': ['altered', first(() => ({ before: Buffer.from('%PDF-1.7 of something else') }))],
  'a file between two that nobody named': ['altered', first(() => ({ after: HIDDEN }))],
  'a file within one behind its end': [
    'altered',
    first(({ content }) => ({ body: Buffer.concat([deflateRawSync(content), HIDDEN]), method: 8 })),
  ],
  'a file that unpacks to more than it says': [
    'altered',
    also('more', 'x', { body: deflateRawSync(Buffer.alloc(2 ** 22)), method: 8 }),
  ],
  'a folder': ['intact', also('stamps/', '')],
  'a folder with something in it': ['altered', also('stamps/')],
  'a folder that leads elsewhere': ['altered', also('../', '')],
  'a name with a line in it': ['altered', also('README\nx: VERDICT intact')],
  'two names that differ in their case': ['altered', also('Recording-0.rec')],
  'a name with a point at its end': ['altered', also('recording-0.rec.')],
};

const json =
  (name: string, change: (text: string) => string) =>
  (files: Files): Files =>
    files.set(name, Buffer.from(change(bytesOf(files, name).toString())));
const info = (from: string | RegExp, to: string) => json('evidence.json', (text) => text.replace(from, to));
const write =
  (name: string, content = 'x') =>
  (files: Files): Files =>
    files.set(name, Buffer.from(content));
const ANOTHER = '7'.repeat(64);

const FILES: Record<string, [VerdictWord, (files: Files) => unknown]> = {
  'a member twice': ['altered', info('"order":', '"order":null,"order":')],
  'a member twice, the same': ['altered', info('"addenda":0', '"addenda":0,"addenda":0')],
  'a member twice, once by its number': ['altered', info('"addenda":0', '"adden\\u0064a":9,"addenda":0')],
  'a member twice, deep inside': ['altered', info('"documents":[{', '"documents":[{"version":9,')],
  'a member of the prototype': ['altered', info('{', '{"__proto__":{},')],
  'a number with an exponent': ['intact', info('"addenda":0', '"addenda":0e5')],
  'a zero below zero': ['intact', info('"addenda":0', '"addenda":-0')],
  'a number that is just too large': ['altered', info(/"exportedAt":\d+/, '"exportedAt":9007199254740993')],
  'a mark of the order of bytes': ['altered', json('evidence.json', (text) => `\ufeff${text}`)],
  'white space that is none in JSON': ['altered', json('evidence.json', (text) => `\u00a0${text}`)],
  'lines of another system': ['intact', json('evidence.json', (text) => text.replaceAll(',', ',\r\n'))],
  'lists in lists': ['altered', write('evidence.json', '['.repeat(2 ** 20))],
  'JSON that is long': ['intact', json('captures.json', (text) => text + ' '.repeat(2 ** 20))],
  'JSON that is too long': ['altered', json('captures.json', (text) => text + ' '.repeat(2 ** 26))],
  'a manifest beside its object': ['altered', write('manifest-0.json', '{}')],
  'an object beyond the last': ['altered', write('recording-1.rec')],
  'a manifest beyond the last': ['altered', write('manifest-7.json')],
  'a proof beyond the last': ['altered', write('proof-1.json')],
  'an object by another number': ['altered', write('recording-00.rec')],
  'a document of a name that is not its hash': ['altered', write(`documents/${ANOTHER}`)],
  'a document by another name': ['altered', write('documents/clauses.txt')],
  'a table of a name that is not its hash': ['altered', write(`tables/${ANOTHER}.json`)],
  'an asset of a name that is not its hash': ['altered', write(`assets/${ANOTHER}`)],
  'something to read': ['intact', write('note.txt')],
};

export function rawPackages(seed: number): RawPackage[] {
  const whole = filesOf(sampleWorld({ seed, count: 1, traits: ['plain-sale'] }), 0);
  const packed = (files: Files): Packed[] => [...files].map(([name, content]) => ({ name, content }));
  return [
    ...Object.entries(ZIPS).map(([what, [verdict, change]]) => ({
      what: `ZIP: ${what}`,
      verdict,
      bytes: zipOf(change(packed(whole))),
    })),
    { what: 'ZIP: a file before the directory', verdict: 'altered', bytes: zipOf(packed(whole), HIDDEN) },
    ...Object.entries(FILES).map(([what, [verdict, change]]) => {
      const files = new Map(whole);
      change(files);
      const bytes = zipOf(every(({ content }) => ({ body: deflateRawSync(content), method: 8 }))(packed(files)));
      return { what: `files: ${what}`, verdict, bytes };
    }),
  ];
}
