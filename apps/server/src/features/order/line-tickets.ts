import { timingSafeEqual } from 'node:crypto';
import type { BlindIndex } from '../../security/vault.ts';
import type { LineTickets } from './purchase-line.ts';

const TICKET = /^([0-9a-z]{1,11})\.([0-9a-z]{1,11})\.([A-Za-z0-9_-]{22})$/;

/** Tickets that every server of the same keys takes: `moment they came, until when it holds, keyed hash of both and whose it is`. */
export function lineTickets(index: BlindIndex): LineTickets {
  const sign = (userId: bigint, came: string, until: string): Buffer =>
    index.of('purchase-line', `${userId} ${came} ${until}`);
  return {
    issue({ userId, cameAtUs, validUntilMs }) {
      const [came, until] = [cameAtUs.toString(36), validUntilMs.toString(36)];
      return `${came}.${until}.${sign(userId, came, until).toString('base64url')}`;
    },
    cameAtUs(userId, ticket, nowMs) {
      const [, came, until, signature] = TICKET.exec(ticket) ?? [];
      if (!came || !until || !signature || Number.parseInt(until, 36) < nowMs) return null;
      const right = timingSafeEqual(Buffer.from(signature, 'base64url'), sign(userId, came, until));
      return right ? Number.parseInt(came, 36) : null;
    },
  };
}
