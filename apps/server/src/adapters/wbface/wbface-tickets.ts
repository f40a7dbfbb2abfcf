import type { Log } from '../../ports/outside.ts';
import type { FetchedToken, ProviderTokens } from '../../ports/provider-tokens.ts';
import type { WbfaceAnswer, WbfaceFields } from './wbface-call.ts';

export interface WbfaceTickets {
  /** Signs the server's calls; shared by all replicas. Null when it cannot be had now. */
  sign(rejected?: string): Promise<string | null>;
  /** Signs one page address of this user, within two minutes. */
  nonce(userId: string): Promise<string | null>;
}

interface TicketOptions {
  readonly appId: string;
  readonly secret: string;
  readonly version: string;
  readonly tokens: ProviderTokens;
  readonly log: Log;
  ask(path: string, query: Readonly<Record<string, string>>): Promise<WbfaceAnswer>;
}

/** The platform wants its token fetched anew every 20 minutes, although it says two hours. */
const LONGEST_LIFE_MS = 20 * 60_000;
const SUCCESS = '0';

export function createWbfaceTickets(options: TicketOptions): WbfaceTickets {
  const { appId, secret, version, tokens } = options;

  function failed(call: string, answer: WbfaceAnswer): null {
    options.log.error({ call, providerCode: answer?.code ?? 'no-answer' }, 'face check call failed');
    return null;
  }

  async function fetchToken(): Promise<FetchedToken | null> {
    const query = { appId, secret, grant_type: 'client_credential', version };
    const answer = await options.ask('/api/oauth2/access_token', query);
    const token = answer?.code === SUCCESS ? fetched(answer.fields.access_token, answer.fields.expire_in) : null;
    return token ?? failed('access_token', answer);
  }

  const accessToken = (rejected?: string) => tokens.get(`wbface:${appId}:access-token`, fetchToken, rejected);

  async function fetchTicket(more: Readonly<Record<string, string>>): Promise<FetchedToken | null> {
    let token = await accessToken();
    for (let attempt = 0; token !== null; attempt += 1) {
      const answer = await options.ask('/api/oauth2/api_ticket', { appId, access_token: token, version, ...more });
      const ticket = answer?.code === SUCCESS ? firstTicket(answer.fields) : null;
      if (ticket) return ticket;
      // A token that the platform does not know any more is fetched anew, once.
      if (answer === null || answer.code === SUCCESS || attempt > 0) return failed('api_ticket', answer);
      token = await accessToken(token);
    }
    return null;
  }

  return {
    sign: (rejected) => tokens.get(`wbface:${appId}:sign-ticket`, () => fetchTicket({ type: 'SIGN' }), rejected),
    nonce: async (userId) => (await fetchTicket({ type: 'NONCE', user_id: userId }))?.value ?? null,
  };
}

function firstTicket(fields: WbfaceFields): FetchedToken | null {
  const [ticket] = Array.isArray(fields.tickets) ? (fields.tickets as (WbfaceFields | null)[]) : [];
  return ticket ? fetched(ticket.value, ticket.expire_in) : null;
}

function fetched(value: unknown, expiresInSeconds: unknown): FetchedToken | null {
  const seconds = Number(expiresInSeconds);
  if (typeof value !== 'string' || value === '' || !(seconds > 0)) return null;
  return { value, lifeMs: Math.min(seconds * 1000, LONGEST_LIFE_MS) };
}
