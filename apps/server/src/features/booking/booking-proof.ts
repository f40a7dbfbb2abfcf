import type { Core } from '../../core.ts';
import type { CallRequest } from '../../http/handler.ts';

const TICKET_LIFE_MS = 30 * 60_000;
const PURPOSE = 'booking-ticket';

type TicketCore = Pick<Core, 'vault' | 'clock'>;

/** Names a phone that was shown to be the asker's, for a short while; only this server can make or read it. */
export function sealTicket({ vault, clock }: TicketCore, phoneIndex: Buffer): string {
  const ticket = { phone: phoneIndex.toString('base64'), until: clock.now() + TICKET_LIFE_MS };
  return vault.sealJson(PURPOSE, ticket).toString('base64url');
}

function openTicket({ vault, clock }: TicketCore, text: string): Buffer | null {
  try {
    const { phone, until } = vault.openJson<{ phone: string; until: number }>(PURPOSE, Buffer.from(text, 'base64url'));
    return clock.now() < until ? Buffer.from(phone, 'base64') : null;
  } catch {
    // Made up or changed: the vault opens nothing it did not seal.
    return null;
  }
}

/** The phone whose bookings the asker may see: the ticket's, else the account's; null without either. */
export function provenPhone(core: TicketCore, ticket: string | undefined, request: CallRequest): Buffer | null {
  if (ticket !== undefined) return openTicket(core, ticket);
  return request.session?.user?.phoneIndex ?? null;
}

/** The bucket of a phone's bookings. */
export function shardOfPhone(phoneIndex: Buffer): number {
  return phoneIndex[0] as number;
}
