import { base64, readBase64, readUtf8, sha256 } from '../bytes/index.ts';
import { EMPTY_ROOT } from '../merkle/index.ts';
import type { Signer, Verifier } from '../signature/index.ts';

// c2sp.org/signed-note and c2sp.org/tlog-checkpoint

export const MOST_NOTE_BYTES = 64 * 1_024;
const MOST_SIGNATURES = 100;
const ED25519 = 0x01;
// biome-ignore lint/suspicious/noControlCharactersInRegex: a note may hold none of them
const CONTROL = /[\x00-\x09\x0b-\x1f]/;
/** U+0085 and U+FEFF are white space to some and not to others: to be refused by all of them. */
const KEY_NAME = /^[^\s\u0085+]+$/u;
export const isKeyName = (name: string): boolean => KEY_NAME.test(name);

/** A key that has a name, as notes know it. */
export interface NoteKey {
  name: string;
  id: Buffer;
  verifier: Verifier;
}

export interface NoteSignature {
  name: string;
  id: Buffer;
  signature: Buffer;
}

export interface Note {
  /** With its last line's end. */
  text: string;
  signatures: NoteSignature[];
}

export const keyId = (name: string, publicKey: Uint8Array): Buffer =>
  sha256(Buffer.concat([Buffer.from(`${name}\n`), Buffer.of(ED25519), publicKey])).subarray(0, 4);

export function noteKey(name: string, verifier: Verifier): NoteKey {
  if (!KEY_NAME.test(name)) throw new Error('a key name holds no space and no plus');
  return { name, id: keyId(name, verifier.publicKey), verifier };
}

/** The one line by which others know a key: name+id+key. */
export const noteKeyText = ({ name, id, verifier }: NoteKey): string =>
  `${name}+${id.toString('hex')}+${base64(Buffer.concat([Buffer.of(ED25519), verifier.publicKey]))}`;

export const signatureLine = (name: string, id: Uint8Array, signature: Uint8Array): string =>
  `— ${name} ${base64(Buffer.concat([id, signature]))}\n`;

/** Signs a text that ends with the end of a line. */
export function signNote(text: string, name: string, signer: Signer): string {
  if (!text.endsWith('\n') || CONTROL.test(text) || !text.isWellFormed()) throw new Error('no text for a note');
  const { id } = noteKey(name, signer);
  return `${text}\n${signatureLine(name, id, signer.sign(Buffer.from(text)))}`;
}

/** null when the bytes are no note. Says nothing about its signatures. */
export function readNote(bytes: Uint8Array): Note | null {
  const whole = bytes.length > MOST_NOTE_BYTES ? null : readUtf8(bytes);
  if (whole === null || CONTROL.test(whole)) return null;
  const split = whole.lastIndexOf('\n\n');
  if (split < 0 || !whole.endsWith('\n')) return null;
  const lines = whole.slice(split + 2, -1).split('\n');
  if (lines.length > MOST_SIGNATURES) return null;
  const signatures = lines.map(readSignature);
  if (signatures.includes(null)) return null;
  return { text: whole.slice(0, split + 1), signatures: signatures as NoteSignature[] };
}

function readSignature(line: string): NoteSignature | null {
  const [dash, name = '', encoded = '', more] = line.split(' ');
  if (dash !== '—' || !KEY_NAME.test(name) || more !== undefined) return null;
  const bytes = readBase64(encoded);
  return bytes === null || bytes.length < 5 ? null : { name, id: bytes.subarray(0, 4), signature: bytes.subarray(4) };
}

/** Whether this key signed the note: at least one signature is its own, and none of its own is wrong. */
export function isSignedBy(note: Note, key: NoteKey): boolean {
  const own = note.signatures.filter(({ name, id }) => name === key.name && id.equals(key.id));
  const text = Buffer.from(note.text);
  return own.length > 0 && own.every(({ signature }) => key.verifier.verify(text, signature));
}

/** What a log says of itself: it has this many entries, and this is the hash over them. */
export interface TreeHead {
  origin: string;
  size: number;
  root: Uint8Array;
}

export const treeHeadText = ({ origin, size, root }: TreeHead): string => `${origin}\n${size}\n${base64(root)}\n`;

export const signCheckpoint = (head: TreeHead, signer: Signer): string =>
  signNote(treeHeadText(head), head.origin, signer);

/** null when the text of a note is no tree head. Lines behind the third are left alone. */
export function readTreeHead(text: string): TreeHead | null {
  const [origin, digits, encoded, ...more] = text.split('\n');
  if (!origin || digits === undefined || encoded === undefined || more.pop() !== '' || more.includes('')) return null;
  const root = readBase64(encoded, 32);
  const size = /^(0|[1-9]\d*)$/.test(digits) ? Number(digits) : Number.NaN;
  if (root === null || !Number.isSafeInteger(size) || (size === 0 && !root.equals(EMPTY_ROOT))) return null;
  return { origin, size, root };
}

/** The tree head of a checkpoint that this key signed, of the log it is named after; null when it is none, or the key did not. */
export function openCheckpoint(bytes: Uint8Array, key: NoteKey): TreeHead | null {
  const note = readNote(bytes);
  const head = note !== null && isSignedBy(note, key) ? readTreeHead(note.text) : null;
  return head?.origin === key.name ? head : null;
}
