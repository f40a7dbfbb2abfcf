import type { ConsoleCalls } from '@huimin/contract/console';
import { beijingDateTime } from '@huimin/domain/date';
import { passwordProblem } from '@huimin/domain/staff';
import { fail, ok } from '../../http/handler.ts';
import * as accounts from './account-store.ts';
import type { ConsoleHandler, ConsoleRequest } from './console-call.ts';
import { hashPassword, isPassword } from './passwords.ts';
import { newRecoveryCodes } from './second-factor.ts';
import { selfView } from './self-view.ts';
import { isRightCode, tryRefused, wrongTry } from './sign-in.ts';
import type { StaffDependencies } from './staff-deps.ts';
import { endSessionsOf, type StaffSession, sessionsOfStaff } from './staff-sessions.ts';
import { giveTryBack } from './tries.ts';

/** Calls of who is signed in have a session: they are not mounted at the door. */
const sessionOf = (request: ConsoleRequest) => request.session as StaffSession;

async function ownAccount(deps: StaffDependencies, request: ConsoleRequest): Promise<accounts.StaffAccount> {
  const account = await accounts.accountById(deps, deps.database.query, request.member.id);
  if (!account) throw new Error(`staff ${request.member.id} is gone`);
  return account;
}

export function whoAmI(deps: StaffDependencies): ConsoleHandler<ConsoleCalls['whoAmI']> {
  return async (_input, request) => ok(await selfView(deps, await ownAccount(deps, request), sessionOf(request)));
}

/** How a session is named: the beginning of its token's hash, from which nothing leads to the token. */
const ID_BYTES = 10;

export function listOwnStaffSessions(deps: StaffDependencies): ConsoleHandler<ConsoleCalls['listOwnStaffSessions']> {
  return async (_input, request) => {
    const rows = await sessionsOfStaff(deps.database.query, request.member.id, deps.clock.now());
    const { tokenHash } = sessionOf(request);
    return ok({
      sessions: rows.map((row) => ({
        sessionId: row.tokenHash.subarray(0, ID_BYTES).toString('hex'),
        current: row.tokenHash.equals(tokenHash),
        device: row.device,
        from: row.address,
        startedAt: beijingDateTime(row.createdAtMs),
        seenAt: beijingDateTime(row.seenAtMs),
      })),
    });
  };
}

export function endOwnStaffSessions(deps: StaffDependencies): ConsoleHandler<ConsoleCalls['endOwnStaffSessions']> {
  return async ({ sessionId }, request) => {
    const which = { keep: sessionOf(request).tokenHash, prefix: sessionId ? Buffer.from(sessionId, 'hex') : null };
    const ended = await deps.database.transaction(async (query) => {
      const count = await endSessionsOf(query, request.member.id, which);
      await request.note({ subject: request.member.account, detail: `结束 ${count} 处` }, query);
      return count;
    });
    return ok({ ended });
  };
}

export function changeOwnPassword(deps: StaffDependencies): ConsoleHandler<ConsoleCalls['changeOwnPassword']> {
  return async (input, request) => {
    const account = await ownAccount(deps, request);
    const problem = passwordProblem(input.password, account.account);
    if (problem !== null) return fail('staff-rule', problem);
    if (input.password === input.oldPassword) return fail('staff-rule', '新密码和原来的一样，请换一个');
    const refused = await tryRefused(deps, request, account.account);
    if (refused) return refused;
    if (!(await isPassword(account.password, input.oldPassword))) {
      await request.note({ outcome: 'refused', subject: account.account, detail: '原密码不对' });
      return wrongTry(deps, account.account, 'sign-in-wrong', '原密码不对');
    }
    await giveTryBack(deps, account.account);
    const password = await hashPassword(input.password, deps.random);
    await deps.database.transaction(async (query) => {
      await accounts.setPassword(query, account.id, password, deps.clock.now());
      const ended = await endSessionsOf(query, account.id, { keep: sessionOf(request).tokenHash });
      await request.note({ subject: account.account, detail: `结束另外 ${ended} 处登录` }, query);
    });
    return ok({});
  };
}

export function renewRecoveryCodes(deps: StaffDependencies): ConsoleHandler<ConsoleCalls['renewRecoveryCodes']> {
  return async (input, request) => {
    const account = await ownAccount(deps, request);
    const refused = await tryRefused(deps, request, account.account);
    if (refused) return refused;
    if (!(await isRightCode(deps, account, input.code))) {
      await request.note({ outcome: 'refused', subject: account.account, detail: '口令不对' });
      return wrongTry(deps, account.account, 'second-code-wrong', '动态口令不对或用过了，请等下一个再输');
    }
    await giveTryBack(deps, account.account);
    const { codes, kept } = newRecoveryCodes(deps);
    await deps.database.transaction(async (query) => {
      await accounts.setRecoveryCodes(query, account.id, kept);
      await request.note({ subject: account.account }, query);
    });
    return ok({ recoveryCodes: codes });
  };
}
