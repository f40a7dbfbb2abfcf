import { base64, readBase64, sha256 } from '../bytes/index.ts';
import { type Signer, type Verifier, verifierOf } from '../signature/index.ts';
import { type LogEntry, readEntry } from './entries.ts';
import { type NoteKey, noteKey, openCheckpoint, readNote, readTreeHead, type TreeHead } from './note.ts';

/** From this entry on one key signs in the place of another. */
export interface KeyChange {
  index: number;
  key: Verifier;
  previous: Verifier;
}

/** What the former key signs of the one that follows it. */
const changeMessage = (key: Uint8Array): Buffer => Buffer.concat([Buffer.from('huimin-key-v1\n'), key]);

export function keyEntry(previous: Signer, key: Verifier, at: number): LogEntry {
  const signature = base64(previous.sign(changeMessage(key.publicKey)));
  return { type: 'key', key: base64(key.publicKey), previous: base64(previous.publicKey), signature, at };
}

/** null when the entry changes no key, or the former key did not agree. Whether it stands in the log is not looked at. */
export function readKeyChange(index: number, bytes: Uint8Array): KeyChange | null {
  const entry = readEntry(bytes);
  if (entry?.type !== 'key') return null;
  const [key, previous] = [entry.key, entry.previous].map((text) => verifierOf(readBase64(text) ?? Buffer.of()));
  const signature = readBase64(entry.signature, 64);
  if (!key || !previous || !signature || !previous.verify(changeMessage(key.publicKey), signature)) return null;
  return { index, key, previous };
}

/** Which key signs at a place of the log, where one of those before or after it is known. */
export function keyAt(known: Verifier, changes: readonly KeyChange[], index: number): Verifier {
  const inOrder = changes.toSorted((a, b) => a.index - b.index);
  let current = known;
  for (const { previous, key } of inOrder) if (previous.publicKey.equals(current.publicKey)) current = key;
  for (const change of inOrder.reverse()) {
    if (change.index > index && change.key.publicKey.equals(current.publicKey)) current = change.previous;
  }
  return current;
}

/** The tree head of a checkpoint that is signed by the key of its place; null when it is none. */
export function openByKeys(bytes: Uint8Array, known: NoteKey, changes: readonly KeyChange[]): TreeHead | null {
  if (changes.length === 0) return openCheckpoint(bytes, known);
  const head = readTreeHead(readNote(bytes)?.text ?? '');
  return head && openCheckpoint(bytes, noteKey(known.name, keyAt(known.verifier, changes, head.size - 1)));
}

/** Tells sets of key changes apart. */
export const changesDigest = (entries: readonly Uint8Array[]): Buffer => sha256(Buffer.concat(entries));
