import { sha256 } from '@huimin/evidence/bytes';
import { readNumberPair } from '@huimin/evidence/der';
import { type NoteKey, signatureLine } from '@huimin/evidence/log';
import { sm2 } from 'sm-crypto-v2';
import type { SecondLine } from '../../ports/second-line.ts';

/** GB/T 32918 with SM3 and the standard's own id of a signer; the signature in the DER form of GM/T 0009. */
const FORM = { hash: true, userId: '1234567812345678' } as const;
/** Signed notes have no number for it: 0xff, and a name behind it. */
const TYPE = Buffer.concat([Buffer.of(0xff), Buffer.from('sm2-sm3')]);

/** The key by which a second line is checked. `publicKey`: 04‖x‖y. */
export function sm2NoteKey(name: string, publicKey: Buffer): NoteKey {
  const id = sha256(Buffer.concat([Buffer.from(`${name}\n`), TYPE, publicKey])).subarray(0, 4);
  const verify = (message: Uint8Array, signature: Uint8Array): boolean => {
    // The package reads DER of any length and with anything behind it.
    const pair = readNumberPair(signature, 32);
    if (pair === null) return false;
    try {
      const text = Buffer.from(message).toString();
      return sm2.doVerifySignature(text, pair.toString('hex'), publicKey.toString('hex'), FORM);
    } catch {
      return false;
    }
  };
  return { name, id, verifier: { publicKey, verify } };
}

/** @param privateKey 32 bytes */
export function createSm2Line(privateKey: Buffer): SecondLine {
  const secret = privateKey.toString('hex');
  const publicKey = Buffer.from(sm2.getPublicKeyFromPrivateKey(secret), 'hex');
  const key = (name: string): NoteKey => sm2NoteKey(name, publicKey);
  return {
    key,
    line: (name, text) =>
      signatureLine(name, key(name).id, Buffer.from(sm2.doSignature(text, secret, { ...FORM, der: true }), 'hex')),
  };
}
