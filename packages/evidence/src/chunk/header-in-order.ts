import { CanonicalReader, words } from '../canonical/reader.ts';
import { readFlags } from './flags.ts';
import type { ChunkFacts, ChunkHeader, PartPlace } from './header.ts';

const [MOST_BUILD, MOST_TAB, LEAST_TRACE, MOST_TRACE, MOST_NONCE] = [128, 36, 8, 64, 16];
const HASH_FIGURES = 64;
const NAME = /^[0-9A-Za-z_-]+$/;
const BUILD = words('{"build":"');
const DATA = words('","dataSha256":"');
const EVENTS = words('","events":');
const FIRST_AT = words(',"firstAt":');
const FLAGS = words(',"flags":[');
const KIND = words('],"kind":"');
const CLIENT = words('client","lastAt":');
const SERVER = words('server","lastAt":');
const PREV = words(',"prev":"');
const RECEIVED_AT = words('","receivedAt":');
const SEQ = words(',"seq":');
const TAB = words(',"tab":"');
const TABLE = words('","table":"');
const TRACE = words('","trace":"');
const VALUES = words('","v":1,"values":{"length":');
const VIEW = words('"},"view":{"length":');
const NONCE = words(',"nonce":"');
const ENDS = words('"}}');

/**
 * A header as it is always written, its members right each by itself; null for anything else, of which the strict reader says what is
 * wrong with it.
 */
export function readHeaderInOrder(bytes: Buffer): ChunkHeader | null {
  const reader = new CanonicalReader(bytes);
  if (!reader.skips(BUILD)) return null;
  const build = reader.text(MOST_BUILD);
  if (build === null || !reader.skips(DATA)) return null;
  const dataSha256 = reader.hex(HASH_FIGURES);
  if (dataSha256 === null || !reader.skips(EVENTS)) return null;
  const events = reader.count();
  if (!reader.skips(FIRST_AT)) return null;
  const firstAt = reader.count();
  if (!reader.skips(FLAGS)) return null;
  const flags = readFlags(reader);
  if (!reader.skips(KIND)) return null;
  const kind = reader.skips(CLIENT) ? 'client' : reader.skips(SERVER) ? 'server' : null;
  const lastAt = reader.count();
  if (kind === null || !reader.skips(PREV)) return null;
  const prev = reader.hex(HASH_FIGURES) ?? '';
  if (!reader.skips(RECEIVED_AT)) return null;
  const receivedAt = reader.count();
  if (!reader.skips(SEQ)) return null;
  const seq = reader.count();
  if (!reader.skips(TAB)) return null;
  const tab = reader.text(MOST_TAB);
  if (tab === null || !reader.skips(TABLE)) return null;
  const table = reader.hex(HASH_FIGURES) ?? '';
  if (!reader.skips(TRACE)) return null;
  const trace = reader.text(MOST_TRACE);
  if (trace === null || trace.length < LEAST_TRACE || !reader.skips(VALUES)) return null;
  const values = readPlace(reader);
  if (values === null || !reader.skips(VIEW)) return null;
  const view = readPlace(reader);
  if (view === null || !reader.skips(ENDS) || reader.at !== bytes.length) return null;
  // -1 stands for what is no number.
  const areNumbers = Math.min(events, firstAt, lastAt, receivedAt, seq) >= 0;
  if (!areNumbers || !NAME.test(tab) || !NAME.test(trace)) return null;
  const facts: ChunkFacts = {
    trace,
    kind,
    tab,
    seq,
    receivedAt,
    events,
    firstAt,
    lastAt,
    dataSha256,
    prev,
    table,
    build,
    flags,
  };
  return { v: 1, ...facts, view, values };
}

function readPlace(reader: CanonicalReader): PartPlace | null {
  const length = reader.count();
  if (length < 0 || !reader.skips(NONCE)) return null;
  const nonce = reader.text(MOST_NONCE);
  return nonce === null ? null : { length, nonce };
}
