import { timingSafeEqual } from 'node:crypto';
import type { BlindIndex } from '../../security/vault.ts';
import type { LineTickets } from './purchase-line.ts';

const TICKET = /^([0-9a-z]{1,11})\.([0-9a-z]{1,11})\.([A-Za-z0-9_-]{22})$/;

/** Tickets that every server of the same keys takes: `moment they came, until when it holds, keyed hash of both and whose it is`. */
export function lineTickets(index: BlindIndex): LineTickets {
  const sign = (userId: bigint, issued: string, until: string): Buffer =>
    index.of('purchase-line', `${userId} ${issued} ${until}`);
  return {
    issue({ userId, issuedAtMs, validUntilMs }) {
      const [issued, until] = [issuedAtMs.toString(36), validUntilMs.toString(36)];
      return `${issued}.${until}.${sign(userId, issued, until).toString('base64url')}`;
    },
    issuedAt(userId, ticket, nowMs) {
      const [, issued, until, signature] = TICKET.exec(ticket) ?? [];
      if (!issued || !until || !signature || Number.parseInt(until, 36) < nowMs) return null;
      const right = timingSafeEqual(Buffer.from(signature, 'base64url'), sign(userId, issued, until));
      return right ? Number.parseInt(issued, 36) : null;
    },
  };
}
