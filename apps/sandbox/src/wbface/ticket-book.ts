import { timingSafeEqual } from 'node:crypto';
import type { SandboxParts } from '../sandbox-parts.ts';
import { signText, wbfaceSign } from './sign.ts';
import { WbfaceError } from './wbface-error.ts';

const TOKEN_LIFE_MS = 7200 * 1000;
const SIGN_LIFE_MS = 3600 * 1000;
const NONCE_LIFE_MS = 120 * 1000;
const TICKET_LENGTH = 64;

type Ticket = { value: string; expiresAtMs: number; userId?: string };
export type IssuedTicket = { value: string; expiresInSeconds: number; expiresAtMs: number };

export type TicketBook = {
  token(): IssuedTicket;
  /** Throws `400101` for a token that is not valid (any more). */
  checkToken(accessToken: string | null): void;
  signTicket(): IssuedTicket;
  /** Works once, within two minutes, for this user. */
  nonceTicket(userId: string): IssuedTicket;
  /** Throws `66660021` unless the values with a valid SIGN ticket make this sign; `note` gets the text that does. */
  checkSign(values: readonly string[], sign: string, note: (text: string) => void): void;
  /** As `checkSign` with the user's NONCE ticket, which is used up. Any one of the sets of values may fit. */
  useNonce(userId: string, sets: readonly (readonly string[])[], sign: string, note: (text: string) => void): void;
  /** The SIGN ticket that signs what goes back to the shop. */
  currentSignTicket(): string;
  reset(): void;
};

/** Tokens and tickets. A new SIGN ticket leaves older ones valid until they run out. */
export function createTicketBook({ clock, random }: SandboxParts): TicketBook {
  let tokens: Ticket[] = [];
  let signTickets: Ticket[] = [];
  let nonces: Ticket[] = [];
  const good = (ticket: Ticket): boolean => clock.now() < ticket.expiresAtMs;
  const make = (lifeMs: number, userId?: string): Ticket => ({
    value: random.text(TICKET_LENGTH),
    expiresAtMs: clock.now() + lifeMs,
    userId,
  });
  const issued = ({ value, expiresAtMs }: Ticket): IssuedTicket => ({
    ...{ value, expiresAtMs },
    expiresInSeconds: Math.floor((expiresAtMs - clock.now()) / 1000),
  });
  const fits = (values: readonly string[], sign: string): boolean => {
    const [expected, given] = [Buffer.from(wbfaceSign(values)), Buffer.from(sign.toUpperCase())];
    return expected.length === given.length && timingSafeEqual(expected, given);
  };
  const wrongSign = () => new WbfaceError('66660021', '签名错误');

  return {
    token: () => {
      const token = make(TOKEN_LIFE_MS);
      tokens = [...tokens.filter(good), token];
      return issued(token);
    },
    checkToken: (accessToken) => {
      if (!tokens.some((token) => token.value === accessToken && good(token)))
        throw new WbfaceError('400101', '不合法请求：access_token无效或已过期');
    },
    signTicket: () => {
      const ticket = make(SIGN_LIFE_MS);
      signTickets = [...signTickets.filter(good), ticket];
      return issued(ticket);
    },
    nonceTicket: (userId) => {
      const ticket = make(NONCE_LIFE_MS, userId);
      nonces = [...nonces.filter(good), ticket];
      return issued(ticket);
    },
    checkSign: (values, sign, note) => {
      const tickets = signTickets.filter(good);
      if (tickets.some((ticket) => fits([...values, ticket.value], sign))) return;
      note(tickets.length > 0 ? signText([...values, tickets.at(-1)?.value ?? '']) : 'no SIGN ticket is valid');
      throw wrongSign();
    },
    useNonce: (userId, sets, sign, note) => {
      const mine = nonces.filter((ticket) => good(ticket) && ticket.userId === userId);
      const used = mine.find((ticket) => sets.some((values) => fits([...values, ticket.value], sign)));
      if (!used) {
        note(mine.length > 0 ? signText([...(sets[0] ?? []), mine.at(-1)?.value ?? '']) : 'no NONCE ticket is valid');
        throw wrongSign();
      }
      nonces = nonces.filter((ticket) => ticket !== used);
    },
    currentSignTicket: () => signTickets.filter(good).at(-1)?.value ?? '',
    reset: () => {
      tokens = [];
      signTickets = [];
      nonces = [];
    },
  };
}
