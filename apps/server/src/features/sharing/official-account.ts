import type { Calls } from '@huimin/contract';
import type { RateRule } from '../../coordination/rate-limit.ts';
import { fail, type Handler, ok } from '../../http/handler.ts';
import type { SharingDependencies } from './sharing-deps.ts';

/** Each question is one to the messaging app, whose quota is everybody's. */
const FOLLOW_RULE: RateRule = { name: 'follows', limit: 20, windowMs: 600_000 };

export function officialAccount(deps: SharingDependencies): Handler<Calls['officialAccount']> {
  return async () => {
    const name = deps.officialAccountName ?? deps.editions.edition()?.document.name ?? '';
    return ok({ appId: deps.messagingApp.appId, name });
  };
}

/** How this browser's user stands to the official account; who it is stays here. */
export function officialAccountUser(deps: SharingDependencies): Handler<Calls['officialAccountUser']> {
  return async (_input, { session }) => {
    const openId = await deps.openIdOf(session);
    if (openId === null) return ok({ known: false, follows: null });
    if (!(await deps.limiter.allows(FOLLOW_RULE, openId))) return fail('too-many-requests');
    return ok({ known: true, follows: await deps.messagingApp.follows(openId) });
  };
}
