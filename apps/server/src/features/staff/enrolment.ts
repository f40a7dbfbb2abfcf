import type { ConsoleCalls } from '@huimin/contract/console';
import { passwordProblem } from '@huimin/domain/staff';
import { fail, ok } from '../../http/handler.ts';
import * as accounts from './account-store.ts';
import { type ConsoleHandler, NotPossible } from './console-call.ts';
import { hashPassword, isPassword } from './passwords.ts';
import { enrolmentOf, newRecoveryCodes, newSecret, stepOfCode } from './second-factor.ts';
import { selfView } from './self-view.ts';
import { atStep, completeSignIn, SIGN_IN_AGAIN, tryRefused, wrongTry } from './sign-in.ts';
import type { StaffDependencies } from './staff-deps.ts';
import { forgetTries } from './tries.ts';

export function prepareEnrolment(deps: StaffDependencies): ConsoleHandler<ConsoleCalls['prepareEnrolment']> {
  return async (_input, request) => {
    const session = atStep(request, 'enrol');
    if (!session) return fail('staff-signed-out', SIGN_IN_AGAIN);
    const { id, account } = session.member;
    const secret = await deps.database.transaction(async (query) => {
      await request.note({ subject: account }, query, session.member);
      return accounts.keepSecret(deps, query, id, newSecret(deps.random));
    });
    return ok(enrolmentOf(secret, account));
  };
}

/** A password of one's own in place of the one that was handed out, a right code, and the account is in force. */
export function finishEnrolment(deps: StaffDependencies): ConsoleHandler<ConsoleCalls['finishEnrolment']> {
  const { query } = deps.database;
  return async (input, request) => {
    const session = atStep(request, 'enrol');
    const account = session && (await accounts.accountById(deps, query, session.member.id));
    if (!session || !account?.totpSecret) return fail('staff-signed-out', SIGN_IN_AGAIN);
    const problem = passwordProblem(input.password, account.account);
    if (problem !== null) return fail('staff-rule', problem);
    const refused = await tryRefused(deps, request, account.account);
    if (refused) return refused;
    if (await isPassword(account.password, input.password)) {
      return fail('staff-rule', '请换一个密码，不要用发给您的那个');
    }
    const step = stepOfCode(account.totpSecret, input.code, deps.clock.now());
    if (step === null) {
      await request.note({ outcome: 'refused', subject: account.account, detail: '口令不对' }, query, account);
      return wrongTry(deps, account.account, 'second-code-wrong', '动态口令不对，请看手机上现在的 6 位数字');
    }
    const password = await hashPassword(input.password, deps.random);
    const { codes, kept } = newRecoveryCodes(deps);
    try {
      await deps.database.transaction(async (inside) => {
        const nowMs = deps.clock.now();
        if (!(await accounts.activate(inside, account.id, nowMs)))
          throw new NotPossible('staff-signed-out', SIGN_IN_AGAIN);
        await accounts.takeStep(inside, account.id, step);
        await accounts.setPassword(inside, account.id, password, nowMs);
        await accounts.setRecoveryCodes(inside, account.id, kept);
      });
    } catch (fault) {
      if (fault instanceof NotPossible) return fail(fault.failure, fault.message);
      throw fault;
    }
    await forgetTries(deps, account.account);
    const begun = await completeSignIn(deps, request, session, account.id, '首次登录，换了密码，绑定了动态口令');
    const now = (await accounts.accountById(deps, query, account.id)) ?? account;
    return ok({
      self: await selfView(deps, { ...now, lastSignInMs: null, lastSignInFrom: null }, begun),
      recoveryCodes: codes,
    });
  };
}
