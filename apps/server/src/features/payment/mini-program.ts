import type { Calls } from '@huimin/contract';
import { networkOf, type RateRule } from '../../coordination/rate-limit.ts';
import { fail, type Handler, ok } from '../../http/handler.ts';
import type { PaymentDependencies } from './payment-dependencies.ts';

const PURPOSE = 'mini-ticket';
const LIFE_MS = 12 * 3_600_000;
const ADDRESS_RULE: RateRule = { name: 'mini-login-address', limit: 300, windowMs: 600_000 };
export const MINI_ENTRY_NEEDED = '请从小程序重新进入这个页面，再付款';

interface MiniTicket {
  readonly openId: string;
  readonly expiresAtMs: number;
}

/** Exchanges the mini-program's code; the openId stays sealed in what the page keeps. */
export function miniLogin(deps: PaymentDependencies): Handler<Calls['miniLogin']> {
  return async ({ code }, request) => {
    if (deps.miniProgram === null) return fail('payment-method', '这里还没有开通小程序付款，请在微信里直接打开网页');
    if (!(await deps.limiter.allows(ADDRESS_RULE, networkOf(request.clientAddress)))) return fail('too-many-requests');
    const result = await deps.miniProgram.exchangeCode(code);
    if (result.kind === 'busy') return fail('provider-busy', '微信暂时没有回应，请稍后再试');
    if (result.kind === 'code-refused') return fail('open-id-required', MINI_ENTRY_NEEDED);
    const ticket: MiniTicket = { openId: result.openId, expiresAtMs: deps.clock.now() + LIFE_MS };
    return ok({ ticket: deps.vault.sealJson(PURPOSE, ticket).toString('base64url') });
  };
}

/** The openId in a ticket; null for one that ended or was never given. */
export function openMiniTicket(
  { vault, clock }: Pick<PaymentDependencies, 'vault' | 'clock'>,
  text: string,
): string | null {
  try {
    const ticket = vault.openJson<MiniTicket>(PURPOSE, Buffer.from(text, 'base64url'));
    return ticket.expiresAtMs > clock.now() ? ticket.openId : null;
  } catch {
    return null;
  }
}
