import { CanonicalReader, words } from '../canonical/reader.ts';
import { readFlags } from '../chunk/flags.ts';
import { type ManifestChunk, MOST_CHUNKS } from './manifest.ts';

const HASH_FIGURES = 64;
const QUOTED_HASH = HASH_FIGURES + 2;
const MOST_TAB = 36;
const MOST_PATH = 64;
const NAME = /^[0-9A-Za-z_-]+$/;
const BEGINS = Buffer.from('"chunks":[');
const ENTRY = words('{"capture":{"entry":');
const INDEX = words(',"index":');
const PATH = words(',"path":[');
const EVENTS = words(']},"events":');
const FIRST_AT = words(',"firstAt":');
const FLAGS = words(',"flags":[');
const KIND = words('],"kind":"');
const CLIENT = words('client","lastAt":');
const SERVER = words('server","lastAt":');
const LENGTH = words(',"length":');
const RECEIVED_AT = words(',"receivedAt":');
const SEQ = words(',"seq":');
const SHA256 = words(',"sha256":"');
const TAB = words('","tab":"');
const ENDS = words('"}');
const [QUOTE, COMMA] = [words('"'), words(',')];
const NO_PATH: string[] = [];

/** `left-out` for whoever does not ask for the ways into the capture entries, half of the list: they are not looked at. */
type Paths = 'read' | 'left-out';

/** The list of chunks of a manifest, and where its brackets stand. */
export interface ChunkList {
  readonly chunks: ManifestChunk[];
  readonly from: number;
  readonly to: number;
}

/** Reads the list of a manifest's chunks where it stands in its canonical form, which is most of a manifest; null for anything else. */
export function readChunkList(manifest: Buffer, paths: Paths): ChunkList | null {
  // These signs begin nothing else: a quotation mark within a text stands behind a backslash.
  const begins = manifest.indexOf(BEGINS);
  if (begins < 0) return null;
  const from = begins + BEGINS.length;
  const reader = new CanonicalReader(manifest, from);
  const chunks: ManifestChunk[] = [];
  for (let isLast = reader.isAtEndOfList(); !isLast; ) {
    const chunk = chunks.length < MOST_CHUNKS ? readChunk(reader, paths) : null;
    if (chunk === null) return null;
    chunks.push(chunk);
    isLast = reader.isAtEndOfList();
    if (!isLast && !reader.skips(COMMA)) return null;
  }
  return { chunks, from, to: reader.at };
}

function readChunk(reader: CanonicalReader, paths: Paths): ManifestChunk | null {
  if (!reader.skips(ENTRY)) return null;
  const entry = reader.count();
  if (!reader.skips(INDEX)) return null;
  const index = reader.count();
  if (!reader.skips(PATH)) return null;
  const path = paths === 'read' ? readPath(reader) : skipPath(reader);
  if (path === null || !reader.skips(EVENTS)) return null;
  const events = reader.count();
  if (!reader.skips(FIRST_AT)) return null;
  const firstAt = reader.count();
  if (!reader.skips(FLAGS)) return null;
  const flags = readFlags(reader);
  if (!reader.skips(KIND)) return null;
  const kind = reader.skips(CLIENT) ? 'client' : reader.skips(SERVER) ? 'server' : null;
  const lastAt = reader.count();
  if (kind === null || !reader.skips(LENGTH)) return null;
  const length = reader.count();
  if (!reader.skips(RECEIVED_AT)) return null;
  const receivedAt = reader.count();
  if (!reader.skips(SEQ)) return null;
  const seq = reader.count();
  if (!reader.skips(SHA256)) return null;
  const sha256 = reader.hex(HASH_FIGURES);
  if (sha256 === null || !reader.skips(TAB)) return null;
  const tab = reader.text(MOST_TAB);
  if (tab === null || !NAME.test(tab) || !reader.skips(ENDS)) return null;
  // -1 stands for what is no number.
  if (Math.min(entry, index, events, firstAt, lastAt, length, receivedAt, seq) < 0) return null;
  return {
    sha256,
    length,
    kind,
    tab,
    seq,
    receivedAt,
    events,
    firstAt,
    lastAt,
    flags,
    capture: { entry, index, path },
  };
}

function readPath(reader: CanonicalReader): string[] | null {
  const path: string[] = [];
  if (reader.isAtEndOfList()) return path;
  do {
    if (path.length === MOST_PATH || !reader.skips(QUOTE)) return null;
    const hash = reader.hex(HASH_FIGURES);
    if (hash === null || !reader.skips(QUOTE)) return null;
    path.push(hash);
  } while (reader.skips(COMMA));
  return path;
}

function skipPath(reader: CanonicalReader): string[] {
  while (reader.skips(QUOTE)) {
    reader.at += QUOTED_HASH - 1;
    reader.skips(COMMA);
  }
  return NO_PATH;
}
