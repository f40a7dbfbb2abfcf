import { timingSafeEqual } from 'node:crypto';
import { SHARE_WAYS, type ShareVisit, type ShareWay } from '@huimin/domain/share';
import type { BlindIndex } from '../../security/vault.ts';

/**
 * What a browser keeps of a share that was opened in it: whose, how and when, with a keyed hash over it. Nothing is stored
 * here, so nothing says later who opened what.
 */
const FORMAT = 1;
const PAYLOAD_BYTES = 14;
const MAC_BYTES = 16;
const TEXT = /^[A-Za-z0-9_-]{40}$/;

const macOf = (index: BlindIndex, payload: Buffer): Buffer => index.of('share-visit', payload.toString('base64'));

export function shareVisitText(index: BlindIndex, visit: ShareVisit): string {
  const payload = Buffer.alloc(PAYLOAD_BYTES);
  payload.writeUInt8(FORMAT, 0);
  payload.write(visit.shareCode, 1, 'hex');
  // 0: no way was named.
  payload.writeUInt8(visit.shareFrom === null ? 0 : SHARE_WAYS.indexOf(visit.shareFrom) + 1, 9);
  payload.writeUInt32BE(Math.floor(visit.atMs / 1_000), 10);
  return Buffer.concat([payload, macOf(index, payload)]).toString('base64url');
}

/** What a kept text says; null for one that was never given. */
export function readShareVisit(index: BlindIndex, text: string | undefined): ShareVisit | null {
  if (text === undefined || !TEXT.test(text)) return null;
  const bytes = Buffer.from(text, 'base64url');
  const payload = bytes.subarray(0, PAYLOAD_BYTES);
  if (bytes.length !== PAYLOAD_BYTES + MAC_BYTES || payload.readUInt8(0) !== FORMAT) return null;
  if (!timingSafeEqual(bytes.subarray(PAYLOAD_BYTES), macOf(index, payload))) return null;
  const way: ShareWay | undefined = SHARE_WAYS[payload.readUInt8(9) - 1];
  return {
    shareCode: payload.toString('hex', 1, 9),
    shareFrom: way ?? null,
    atMs: payload.readUInt32BE(10) * 1_000,
  };
}
