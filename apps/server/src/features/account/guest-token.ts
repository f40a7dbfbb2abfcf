import type { Calls } from '@huimin/contract';
import type { RateRule } from '../../coordination/rate-limit.ts';
import type { Core } from '../../core.ts';
import { fail, type Handler, ok } from '../../http/handler.ts';
import type { AccountDeps } from './account-deps.ts';

const LIFE_MS = 2 * 3_600_000;
const ADDRESS_RULE: RateRule = { name: 'guest-token-address', limit: 1_200, windowMs: 600_000 };

type Purpose = 'browse' | 'record';
interface Guest {
  readonly visitorId: string;
  readonly expiresAtMs: number;
}

/** A token that names a visitor without saying who it is: sealed for its purpose, good for two hours, for nothing else. */
export function getNoLoginToken(deps: AccountDeps): Handler<Calls['getNoLoginToken']> {
  const { core } = deps;
  return async ({ purpose = 'browse', token = '' }, request) => {
    if (!(await deps.limiter.allowsAddress(ADDRESS_RULE, request.clientAddress))) return fail('too-many-requests');
    const visitorId = openGuestToken(core, purpose, token) ?? core.random.bytes(16).toString('hex');
    const expiresAtMs = core.clock.now() + LIFE_MS;
    const guest: Guest = { visitorId, expiresAtMs };
    return ok({
      token: core.vault.sealJson(sealPurpose(purpose), guest).toString('base64url'),
      visitorId,
      expiresAtMs,
    });
  };
}

/** The visitor a token names, or null for one that ran out, is for something else, or is none. */
function openGuestToken(core: Pick<Core, 'vault' | 'clock'>, purpose: Purpose, token: string): string | null {
  if (token === '') return null;
  try {
    const guest = core.vault.openJson<Guest>(sealPurpose(purpose), Buffer.from(token, 'base64url'));
    return guest.expiresAtMs > core.clock.now() ? guest.visitorId : null;
  } catch {
    return null;
  }
}

function sealPurpose(purpose: Purpose): string {
  return `guest-token-${purpose}`;
}
