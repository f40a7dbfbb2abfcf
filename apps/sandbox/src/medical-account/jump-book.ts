import type { SandboxParts } from '../sandbox-parts.ts';
import { CentreError } from './centre-error.ts';

/** A phone that a shop has handed over for one jump. */
export type PushedPhone = {
  jumpNo: string;
  phone: string;
  source: string;
  consentVersion: string;
  pushedAtMs: number;
  ticket?: string;
  ticketExpiresAtMs?: number;
  openedAtMs?: number;
};

export type JumpBook = {
  list(): PushedPhone[];
  /** The same again is the same; throws CentreError 40901 for another phone under the number. */
  push(phone: Pick<PushedPhone, 'jumpNo' | 'phone' | 'source' | 'consentVersion'>): PushedPhone;
  /** A ticket for a phone that was pushed a moment ago. Throws CentreError. */
  ticketFor(jumpNo: string, phone: string): PushedPhone & { ticket: string; ticketExpiresAtMs: number };
  /** Goes in by a ticket, once. Throws CentreError. */
  open(ticket: string): PushedPhone;
  reset(): void;
};

const PUSH_LIFE_MS = 10 * 60_000;
const TICKET_LIFE_MS = 120_000;

export function createJumpBook({ clock, random }: Pick<SandboxParts, 'clock' | 'random'>): JumpBook {
  const pushed = new Map<string, PushedPhone>();
  return {
    list: () => [...pushed.values()],
    push: (asked) => {
      const before = pushed.get(asked.jumpNo);
      if (!before) {
        const made: PushedPhone = { ...asked, pushedAtMs: clock.now() };
        pushed.set(asked.jumpNo, made);
        return made;
      }
      const isSame = before.phone === asked.phone && before.source === asked.source;
      if (!isSame || before.consentVersion !== asked.consentVersion)
        throw new CentreError('40901', '编号重复，内容不同');
      return before;
    },
    ticketFor: (jumpNo, phone) => {
      const known = pushed.get(jumpNo);
      if (known?.phone !== phone) throw new CentreError('40401', '没有收到这个手机号');
      if (clock.now() >= known.pushedAtMs + PUSH_LIFE_MS) throw new CentreError('40302', '手机号已过期，请重新同意');
      if (known.openedAtMs !== undefined) throw new CentreError('40902', '已经进入过');
      const ticket = random.hex(16);
      const ticketExpiresAtMs = clock.now() + TICKET_LIFE_MS;
      Object.assign(known, { ticket, ticketExpiresAtMs });
      return { ...known, ticket, ticketExpiresAtMs };
    },
    open: (ticket) => {
      const known = [...pushed.values()].find((one) => one.ticket === ticket && ticket !== '');
      if (!known || clock.now() >= (known.ticketExpiresAtMs ?? 0)) throw new CentreError('40302', '链接已过期');
      if (known.openedAtMs !== undefined) throw new CentreError('40902', '已经进入过');
      known.openedAtMs = clock.now();
      return known;
    },
    reset: () => pushed.clear(),
  };
}
