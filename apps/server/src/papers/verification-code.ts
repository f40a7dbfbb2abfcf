import { createCipheriv, createDecipheriv } from 'node:crypto';

/**
 * The code on a paper that the public verification page looks up: kind, version and id of the paper in one AES-128
 * block, written in Crockford's base32. It tells nothing to who lacks the key, and of 2^128 codes only those that were
 * issued decode, but for one in 2^48.
 */

/** Which paper a code belongs to. The numbers are printed in codes and never change. */
const KIND_NUMBERS = { policy: 1, voucher: 2, love: 3, money: 4, endorsement: 5 } as const;
export type PaperKind = keyof typeof KIND_NUMBERS;

export interface VerificationSubject {
  kind: PaperKind;
  /** How often the paper was issued anew (such as after a correction), 0 to 255. */
  version: number;
  /** Unsigned, 64 bits. */
  id: bigint;
}

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const CODE_LENGTH = 26; // 128 bits, 5 to a character
const BLOCK_BYTES = 16;
const ZEROS_AT = 10;
const MAX_ID = 0xffff_ffff_ffff_ffffn;

function toBase32(block: Buffer): string {
  let value = BigInt(`0x${block.toString('hex')}`);
  let text = '';
  for (let i = 0; i < CODE_LENGTH; i += 1) {
    text = ALPHABET[Number(value & 31n)] + text;
    value >>= 5n;
  }
  return text;
}

function fromBase32(text: string): Buffer | null {
  let value = 0n;
  for (const character of text) {
    const digit = ALPHABET.indexOf(character);
    if (digit < 0) return null;
    value = (value << 5n) | BigInt(digit);
  }
  // 26 characters hold 130 bits: the first two must be zero, or two codes would mean the same paper.
  return value >> 128n === 0n ? Buffer.from(value.toString(16).padStart(BLOCK_BYTES * 2, '0'), 'hex') : null;
}

/**
 * Makes the code of a paper: 26 capital letters and digits. The same paper always gets the same code.
 *
 * @param key 16 bytes, for this purpose alone
 * @throws RangeError when the key's length, the version or the id is out of range
 */
export function issueVerificationCode(subject: VerificationSubject, key: Uint8Array): string {
  const { kind, version, id } = subject;
  checkKey(key);
  if (!Number.isInteger(version) || version < 0 || version > 255) throw new RangeError('The version must be 0 to 255');
  if (id < 0n || id > MAX_ID) throw new RangeError('The id must be an unsigned 64-bit number');
  const block = Buffer.alloc(BLOCK_BYTES);
  block.writeUInt8(KIND_NUMBERS[kind], 0);
  block.writeUInt8(version, 1);
  block.writeBigUInt64BE(id, 2);
  // One block only, and no two papers share one, so ECB is the block cipher itself here and hides all there is.
  const cipher = createCipheriv('aes-128-ecb', key, null).setAutoPadding(false);
  return toBase32(Buffer.concat([cipher.update(block), cipher.final()]));
}

/**
 * Reads a code as a person may have typed it: small letters, O for 0, I or L for 1, spaces and dashes between.
 * Returns null for anything that was not issued under this key.
 *
 * @throws RangeError when the key is not 16 bytes
 */
export function readVerificationCode(code: string, key: Uint8Array): VerificationSubject | null {
  checkKey(key);
  if (code.length > 4 * CODE_LENGTH) return null;
  const text = code
    .replace(/[\s\-－—–]/gu, '')
    .toUpperCase()
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1');
  if (text.length !== CODE_LENGTH) return null;
  const encrypted = fromBase32(text);
  if (encrypted === null) return null;
  const decipher = createDecipheriv('aes-128-ecb', key, null).setAutoPadding(false);
  const block = Buffer.concat([decipher.update(encrypted), decipher.final()]);
  if (block.subarray(ZEROS_AT).some((byte) => byte !== 0)) return null;
  const kindNumber = block.readUInt8(0);
  const kind = (Object.keys(KIND_NUMBERS) as PaperKind[]).find((name) => KIND_NUMBERS[name] === kindNumber);
  return kind === undefined ? null : { kind, version: block.readUInt8(1), id: block.readBigUInt64BE(2) };
}

/** Puts a dash after every fourth character, for reading aloud and typing: `7F3A-22C8-…`. */
export function formatVerificationCode(code: string): string {
  return code.replace(/.{4}(?=.)/g, '$&-');
}

function checkKey(key: Uint8Array): void {
  if (key.length !== 16) throw new RangeError('The key of verification codes must be 16 bytes');
}
