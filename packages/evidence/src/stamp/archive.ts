import { hash } from 'node:crypto';
import { readUtf8 } from '../bytes/index.ts';
import { canonicalBytes, readCanonical } from '../canonical/index.ts';
import { hash512, listOf, members, oneOf, text } from '../shape/index.ts';

// Stamps outlive their certificates when they are stamped again, by what is trusted then, before those end.

export const ARCHIVE_FORMAT = 'huimin-archive/1';
/** Stamps of one day, and archives over them. */
const MOST_STAMPS = 10_000;

/** What an archive is a stamp over. */
export interface ArchiveList {
  format: typeof ARCHIVE_FORMAT;
  /** In Beijing. */
  day: string;
  /** Digests of stamps and of earlier archives. */
  stamps: string[];
}

const shape = members({ format: oneOf(ARCHIVE_FORMAT), day: text(10), stamps: listOf(hash512, MOST_STAMPS) });

export const sha512 = (bytes: Uint8Array | string): Buffer => hash('sha512', bytes, 'buffer');

/** All there is to a stamp: reply, what was stamped, certificates. */
export const stampDigest = (reply: Uint8Array, stamped: Uint8Array, certificates: string): string =>
  sha512(Buffer.concat([sha512(reply), sha512(stamped), sha512(Buffer.from(certificates, 'latin1'))])).toString('hex');

export function archiveBytes(list: ArchiveList): Buffer {
  const wrong = shape(list, 'archive');
  if (wrong !== null) throw new Error(wrong);
  return Buffer.from(canonicalBytes(list));
}

/** null when the bytes are no list of an archive. */
export function readArchive(bytes: Uint8Array): ArchiveList | null {
  const list = readCanonical(readUtf8(bytes) ?? '');
  return list !== undefined && shape(list, 'archive') === null ? (list as unknown as ArchiveList) : null;
}
