import type { Calls } from '@huimin/contract';
import { maskPhone } from '@huimin/domain/person';
import { fail, type Handler, ok } from '../../../http/handler.ts';
import type { AccountDeps } from '../account-deps.ts';
import { checkCode, codeRefusal, sendCode } from '../sms-codes.ts';
import { askerOf } from './asker.ts';

/**
 * A code to the phone that is registered now: who reads it may change what the purpose says. Without `code` it is sent,
 * with it a proof is granted, which the step itself uses up.
 */
export function verification(deps: AccountDeps): Handler<Calls['verification']> {
  const { core, proofs } = deps;
  return async (input, request) => {
    const asker = await askerOf(deps, input, request);
    if (!asker.ok) return asker;
    const { user, recovery } = asker.value;
    // Who has only matched name and number may prove who they are, and change nothing else.
    if ((recovery === null) === (input.purpose === 'recover-account')) return fail('proof-required');
    const phone = core.vault.open('phone', user.phoneSealed);
    const phoneMasked = recovery ? `*******${phone.slice(-4)}` : maskPhone(phone);
    if (input.code === undefined) {
      const sent = await sendCode(deps, { phone, purpose: 'old-phone' }, request.clientAddress);
      return sent.ok ? ok({ sent: sent.value, phoneMasked, proofToken: null }) : sent;
    }
    const code = input.code;
    const nowMs = core.clock.now();
    const result = await core.database.transaction(async (query) => {
      const check = await checkCode(core, query, { phone, purpose: 'old-phone', code }, nowMs);
      if (check !== 'right') return { check };
      const token = await proofs.grant(
        {
          kind: 'sms-old-phone',
          purpose: input.purpose,
          userId: recovery ? null : user.id,
          sessionHash: recovery ? (request.session?.tokenHash ?? null) : null,
          phoneIndex: user.phoneIndex,
          source: 'sms',
        },
        query,
      );
      return { token };
    });
    return 'check' in result && result.check
      ? codeRefusal(result.check)
      : ok({ sent: null, phoneMasked, proofToken: result.token ?? null });
  };
}
