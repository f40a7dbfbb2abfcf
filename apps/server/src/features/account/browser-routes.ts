import { keptQueryOf, mergeKeptQuery } from '@huimin/domain/share';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { SessionGate } from '../../http/handler.ts';
import type { AccountDeps } from './account-deps.ts';
import { RETURN_PATH, type Redemption, redeemCode } from './authorisation.ts';
import { findState } from './authorisation-store.ts';
import { ALIPAY_RETURN_PATH } from './other-logins/alipay-login.ts';
import { withOutcome } from './return-address.ts';

const CODE = /^[0-9A-Za-z_-]{1,256}$/;
const STATE = /^[0-9a-zA-Z]{1,64}$/;

/**
 * The way back from the messaging app's authorisation page: binds the openId, then redirects to the stored address,
 * which carries neither code nor state. Whatever goes wrong, the person lands on a page of this shop, which says what it was.
 */
export function registerAccountBrowserRoutes(
  fastify: FastifyInstance,
  deps: AccountDeps & { readonly gate: SessionGate },
): void {
  fastify.get(RETURN_PATH, async (request, reply) => {
    const state = queryText(request, 'state', STATE);
    const session = await deps.gate.read(request);
    const redemption = state
      ? await redeemCode(deps, session, { state, code: queryText(request, 'code', CODE) })
      : null;
    return reply
      .header('cache-control', 'no-store')
      .header('referrer-policy', 'no-referrer')
      .redirect(withOutcome(redemption?.returnTo ?? '/', outcomeOf(redemption)), 302);
  });
  // Alipay's code goes to the login page, which has the person's agreement and says what comes of it.
  fastify.get(ALIPAY_RETURN_PATH, async (request, reply) => {
    const state = queryText(request, 'state', STATE);
    const authCode = queryText(request, 'auth_code', CODE);
    const query = state && authCode ? `?${new URLSearchParams({ authCode, state })}` : '';
    const { clock, database } = deps.core;
    const left = state ? await findState(database.query, state, clock.now(), 'alipay') : null;
    const kept = keptQueryOf(left?.returnTo.split('#')[1]?.split('?')[1] ?? '');
    return reply
      .header('cache-control', 'no-store')
      .header('referrer-policy', 'no-referrer')
      .redirect(`/${mergeKeptQuery(`#/login${query}`, kept)}`, 302);
  });
}

/** How it ended, for the page to put into words; null when all is well, or nothing was under way. */
function outcomeOf(redemption: Redemption | null): string | null {
  if (redemption === null || redemption.kind === 'bound') return null;
  if (redemption.kind === 'busy') return 'busy';
  switch (redemption.reason) {
    case 'refused':
      return 'refused';
    case 'snapshot':
      return 'preview';
    default:
      return 'failed';
  }
}

function queryText(request: FastifyRequest, name: string, pattern: RegExp): string | null {
  const value = (request.query as Record<string, unknown>)[name];
  return typeof value === 'string' && pattern.test(value) ? value : null;
}
