import { crc32, deflateRawSync, inflateRawSync } from 'node:zlib';
import { buffer, type Damage, damage } from '../bytes/index.ts';

// A package is written as plainly as ZIP allows. It may have been packed anew by somebody's own program since, so times,
// attributes and extra fields are left alone when it is read; what leads elsewhere or says two things is refused.

const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
const LOCAL_LENGTH = 30;
const CENTRAL_LENGTH = 46;
const END_LENGTH = 22;
const STORED = 0;
const DEFLATED = 8;
/** The first of January 1980: packages do not tell when their files were written. */
const DATE = 0x21;
/** Without ZIP64. */
const MOST_OFFSET = 0xffff_ffff;

export interface ZipLimits {
  files: number;
  /** Of all files, unpacked. */
  bytes: number;
}

export const PACKAGE_LIMITS: ZipLimits = { files: 20_000, bytes: 1_024 * 1_024 * 1_024 };

/** Some systems leave out points at the end of a name, and call two names of other case one. */
const NAME = /^(?!.*\.(?:\/|$))[0-9A-Za-z_-][0-9A-Za-z._-]*(?:\/[0-9A-Za-z_-][0-9A-Za-z._-]*)*$/;
const isName = (name: string): boolean => NAME.test(name) && name.length <= 200;

interface Entry {
  name: string;
  method: number;
  crc: number;
  packed: number;
  unpacked: number;
}

function entryFields({ method, crc, packed, unpacked, name }: Entry): Buffer {
  const fields = Buffer.alloc(26);
  fields.writeUInt16LE(20, 0);
  fields.writeUInt16LE(method, 4);
  fields.writeUInt16LE(DATE, 8);
  fields.writeUInt32LE(crc, 10);
  fields.writeUInt32LE(packed, 14);
  fields.writeUInt32LE(unpacked, 18);
  fields.writeUInt16LE(name.length, 22);
  return fields;
}

const u32le = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
};

/** Beyond this what is encrypted or compressed already is not compressed again: it would only take time. */
const WORTH_TRYING = 256 * 1_024;

export interface ZipWriter {
  /** What a file adds to the package. */
  add(name: string, content: Uint8Array): Uint8Array[];
  /** What stands behind the last file. */
  end(): Uint8Array;
}

/** Writes a package piece by piece, so that it need not be in memory as a whole. What does not get smaller is stored. */
export function zipWriter(): ZipWriter {
  const central: Uint8Array[] = [];
  let offset = 0;
  let count = 0;
  return {
    add(name, content) {
      if (!isName(name)) throw new Error(`no name for a file of a package: ${name}`);
      const tried = content.length >= 64 && (content.length < WORTH_TRYING || !name.endsWith('.rec'));
      const deflated = tried ? deflateRawSync(content) : content;
      const [method, body] = deflated.length < content.length ? [DEFLATED, deflated] : [STORED, content];
      const entry = { name, method, crc: crc32(content), packed: body.length, unpacked: content.length };
      const fields = entryFields(entry);
      const rest = Buffer.alloc(14);
      rest.writeUInt32LE(offset, 10);
      central.push(u32le(CENTRAL), Buffer.of(20, 0), fields, rest, Buffer.from(name));
      offset += LOCAL_LENGTH + name.length + body.length;
      count += 1;
      if (offset > MOST_OFFSET || count > PACKAGE_LIMITS.files) throw new Error('more than a package holds');
      return [u32le(LOCAL), fields, Buffer.from(name), body];
    },
    end() {
      const directory = Buffer.concat(central);
      const end = Buffer.alloc(END_LENGTH);
      end.writeUInt32LE(END, 0);
      end.writeUInt16LE(count, 8);
      end.writeUInt16LE(count, 10);
      end.writeUInt32LE(directory.length, 12);
      end.writeUInt32LE(offset, 16);
      return Buffer.concat([directory, end]);
    },
  };
}

/** Writes files in their order. */
export function writeZip(files: Iterable<readonly [name: string, content: Uint8Array]>): Buffer {
  const writer = zipWriter();
  const pieces: Uint8Array[] = [];
  for (const [name, content] of files) pieces.push(...writer.add(name, content));
  return Buffer.concat([...pieces, writer.end()]);
}

interface Found extends Entry {
  /** Of the local header. */
  offset: number;
  flags: number;
}

/** The files of a package; a file that does not unpack to what the directory says stops everything. */
export function readZip(stored: Uint8Array, limits: ZipLimits = PACKAGE_LIMITS): Map<string, Buffer> | Damage {
  const bytes = buffer(stored);
  const endAt = bytes.length - END_LENGTH;
  if (endAt < 0 || bytes.readUInt32LE(endAt) !== END) return damage('does not end like a package', Math.max(endAt, 0));
  const count = bytes.readUInt16LE(endAt + 10);
  const start = bytes.readUInt32LE(endAt + 16);
  const oneDisk = bytes.readUInt32LE(endAt + 4) === 0 && bytes.readUInt16LE(endAt + 8) === count;
  const exact = start + bytes.readUInt32LE(endAt + 12) === endAt && bytes.readUInt16LE(endAt + 20) === 0;
  if (!oneDisk || !exact) return damage('end of the package', endAt);
  if (count > limits.files) return damage('too many files', endAt + 10);
  const entries: Found[] = [];
  for (let at = start, left = limits.bytes; at < endAt; ) {
    const entry = readDirectory(bytes, at, endAt);
    if ('damage' in entry) return entry;
    left -= entry.unpacked;
    if (left < 0) return damage('too large', at);
    entries.push(entry);
    at = entry.next;
  }
  return entries.length === count ? readFiles(bytes, entries, start) : damage('number of files', endAt + 10);
}

/** What may stand behind a file: its lengths again, where they were not known before. Too short for a file that nobody named. */
const MOST_BETWEEN = 24;

function readFiles(bytes: Buffer, entries: readonly Found[], end: number): Map<string, Buffer> | Damage {
  const files = new Map<string, Buffer>();
  const names = new Set<string>();
  let before = 0;
  for (const entry of entries.toSorted((a, b) => a.offset - b.offset)) {
    if (entry.offset < before) return damage(`${entry.name} lies over another file`, entry.offset);
    if (entry.offset > before + MOST_BETWEEN) return damage('something that is no file', before);
    const file = readLocal(bytes, end, entry);
    if ('damage' in file) return file;
    before = file.end;
    const isFolder = entry.name.endsWith('/') && entry.unpacked === 0;
    if (!isName(isFolder ? entry.name.slice(0, -1) : entry.name))
      return damage('name of a file', entry.offset + LOCAL_LENGTH);
    if (isFolder) continue;
    const name = entry.name.toLowerCase();
    if (names.has(name)) return damage(`${entry.name} stands twice`, entry.offset);
    names.add(name);
    files.set(entry.name, file.content);
  }
  return end > before + MOST_BETWEEN ? damage('something that is no file', before) : files;
}

function readDirectory(bytes: Buffer, at: number, end: number): (Found & { next: number }) | Damage {
  if (at + CENTRAL_LENGTH > end || bytes.readUInt32LE(at) !== CENTRAL) return damage('directory', at);
  const [name, extra, comment] = [28, 30, 32].map((field) => bytes.readUInt16LE(at + field)) as [
    number,
    number,
    number,
  ];
  const next = at + CENTRAL_LENGTH + name + extra + comment;
  if (next > end || saysAnotherName(bytes.subarray(next - comment - extra, next - comment))) {
    return damage('directory', at);
  }
  return {
    name: bytes.toString('latin1', at + CENTRAL_LENGTH, at + CENTRAL_LENGTH + name),
    flags: bytes.readUInt16LE(at + 8),
    method: bytes.readUInt16LE(at + 10),
    crc: bytes.readUInt32LE(at + 16),
    packed: bytes.readUInt32LE(at + 20),
    unpacked: bytes.readUInt32LE(at + 24),
    offset: bytes.readUInt32LE(at + 42),
    next,
  };
}

const ENCRYPTED = 1;
/** Lengths and sum stand behind the file, not before it. */
const TOLD_BEHIND = 8;
/** Info-ZIP's Unicode Path: the name by which some programs unpack a file, in place of the one before it. */
const OTHER_NAME = 0x7075;

/** Whether extra fields hold another name. */
function saysAnotherName(extra: Buffer): boolean {
  let at = 0;
  while (at + 4 <= extra.length) {
    if (extra.readUInt16LE(at) === OTHER_NAME) return true;
    at += 4 + extra.readUInt16LE(at + 2);
  }
  return false;
}

function readLocal(bytes: Buffer, end: number, entry: Found): { content: Buffer; end: number } | Damage {
  const at = entry.offset;
  if (at + LOCAL_LENGTH > end || bytes.readUInt32LE(at) !== LOCAL) return damage(`header: ${entry.name}`, at);
  const nameLength = bytes.readUInt16LE(at + 26);
  const bodyAt = at + LOCAL_LENGTH + nameLength + bytes.readUInt16LE(at + 28);
  const bodyEnd = bodyAt + entry.packed;
  const extra = bytes.subarray(at + LOCAL_LENGTH + nameLength, bodyAt);
  if (bodyEnd > end || (entry.flags & ENCRYPTED) !== 0 || saysAnotherName(extra))
    return damage(`header: ${entry.name}`, at);
  const sameName = bytes.toString('latin1', at + LOCAL_LENGTH, at + LOCAL_LENGTH + nameLength) === entry.name;
  const told = [14, 18, 22].map((field) => bytes.readUInt32LE(at + field));
  const sameLengths = told.join() === [entry.crc, entry.packed, entry.unpacked].join();
  const isTold = sameLengths || (bytes.readUInt16LE(at + 6) & TOLD_BEHIND) !== 0;
  if (!sameName || !isTold || bytes.readUInt16LE(at + 8) !== entry.method) return damage(`header: ${entry.name}`, at);
  const content = unpack(bytes.subarray(bodyAt, bodyEnd), entry);
  const right = content !== null && content.length === entry.unpacked && crc32(content) === entry.crc;
  return right ? { content, end: bodyEnd } : damage(`content: ${entry.name}`, bodyAt);
}

function unpack(body: Buffer, { method, unpacked }: Entry): Buffer | null {
  if (method === STORED) return body;
  if (method !== DEFLATED) return null;
  try {
    const options = { maxOutputLength: Math.max(unpacked, 1), info: true } as const;
    // Declared as if `info` changed nothing.
    const { buffer: content, engine } = inflateRawSync(body, options) as unknown as {
      buffer: Buffer;
      engine: { bytesWritten: number };
    };
    return engine.bytesWritten === body.length ? content : null;
  } catch {
    return null;
  }
}
