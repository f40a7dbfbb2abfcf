import { timingSafeEqual } from 'node:crypto';
import { formatDateTime } from '@huimin/domain/date';
import type { PaperKind } from '../../papers/index.ts';
import type { BlindIndex } from '../../security/vault.ts';

/**
 * A link to one paper that works without a login, for a while: what it leads to and until when, with a keyed hash over
 * both. Nothing is stored. Whoever holds the link holds the paper, so only the owner is given one and it soon ends.
 */

export const FILE_PATH = '/p';
export const LINK_MINUTES = 30;

const FORMAT = 1;
const PAYLOAD_BYTES = 15;
const MAC_BYTES = 16;
const KIND_NUMBERS: Record<PaperKind, number> = { policy: 1, voucher: 2, love: 3, money: 4, endorsement: 5 };

export interface PaperLinkSubject {
  readonly kind: PaperKind;
  /** 0: the PDF; otherwise the picture of this page. */
  readonly page: number;
  /** Of the order with the insured's position, 0 for a paper of the whole order; of an endorsement the change's. */
  readonly id: bigint;
}

interface LinkDependencies {
  readonly index: BlindIndex;
  readonly clock: { now(): number };
  readonly publicOrigin: string;
}

const macOf = (index: BlindIndex, payload: Buffer): Buffer => index.of('paper-link', payload.toString('base64'));

/** The address of a paper, and until when it leads there. */
export function paperLink(deps: LinkDependencies, subject: PaperLinkSubject): { url: string; expiresAt: string } {
  const expires = Math.floor(deps.clock.now() / 1_000) + LINK_MINUTES * 60;
  const payload = Buffer.alloc(PAYLOAD_BYTES);
  payload.writeUInt8(FORMAT, 0);
  payload.writeUInt8(KIND_NUMBERS[subject.kind], 1);
  payload.writeUInt8(subject.page, 2);
  payload.writeBigUInt64BE(subject.id, 3);
  payload.writeUInt32BE(expires, 11);
  const token = Buffer.concat([payload, macOf(deps.index, payload)]).toString('base64url');
  return { url: `${deps.publicOrigin}${FILE_PATH}/${token}`, expiresAt: formatDateTime(expires * 1_000) };
}

/** What a link leads to; null for one that ended or was never given. */
export function readPaperLink(deps: Omit<LinkDependencies, 'publicOrigin'>, token: string): PaperLinkSubject | null {
  if (!/^[A-Za-z0-9_-]{42}$/.test(token)) return null;
  const bytes = Buffer.from(token, 'base64url');
  if (bytes.length !== PAYLOAD_BYTES + MAC_BYTES) return null;
  const payload = bytes.subarray(0, PAYLOAD_BYTES);
  if (!timingSafeEqual(bytes.subarray(PAYLOAD_BYTES), macOf(deps.index, payload))) return null;
  if (payload.readUInt8(0) !== FORMAT || payload.readUInt32BE(11) * 1_000 <= deps.clock.now()) return null;
  const kind = (Object.keys(KIND_NUMBERS) as PaperKind[]).find((name) => KIND_NUMBERS[name] === payload.readUInt8(1));
  return kind ? { kind, page: payload.readUInt8(2), id: payload.readBigUInt64BE(3) } : null;
}
