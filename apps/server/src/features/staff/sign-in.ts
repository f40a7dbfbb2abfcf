import type { FailureName } from '@huimin/contract';
import type { ConsoleCalls } from '@huimin/contract/console';
import { deviceText } from '@huimin/domain/account';
import { formatDateTime } from '@huimin/domain/date';
import type { RateRule } from '../../coordination/rate-limit.ts';
import { fail, ok, type Reply } from '../../http/handler.ts';
import * as accounts from './account-store.ts';
import type { ConsoleHandler, ConsoleRequest } from './console-call.ts';
import { isPassword } from './passwords.ts';
import { recoveryIndex, stepOfCode } from './second-factor.ts';
import { selfView, stepView } from './self-view.ts';
import type { StaffDependencies } from './staff-deps.ts';
import {
  beginStaffSession,
  endSessionsOf,
  endStaffSession,
  pageTokenOf,
  type SessionStage,
  type StaffSession,
} from './staff-sessions.ts';
import { chargeTry, forgetTries, giveTryBack, triesLeft } from './tries.ts';

/** Passwords and codes tried from one address, whoever's they are: an office comes to work behind one. */
const TRIES_BY_ADDRESS: RateRule = { name: 'staff-tries', limit: 300, windowMs: 600_000 };

export const placeOf = (request: ConsoleRequest) => ({
  address: request.clientAddress,
  device: deviceText(request.userAgent),
});

/** Whether a session stands at this step of the door. */
export function atStep(request: ConsoleRequest, ...stages: readonly SessionStage[]): StaffSession | null {
  const { session } = request;
  return session !== null && stages.includes(session.stage) ? session : null;
}

export const SIGN_IN_AGAIN = '登录已经过期，请重新输入账号和密码';

/** Refuses a try where there were too many, from this address or under this name; null lets it go on. */
export async function tryRefused(
  deps: StaffDependencies,
  request: ConsoleRequest,
  account: string,
): Promise<Reply<never> | null> {
  if (!(await deps.limiter.allowsAddress(TRIES_BY_ADDRESS, request.clientAddress))) return fail('too-many-requests');
  const lockedUntil = await chargeTry(deps, account);
  return lockedUntil === null ? null : fail('sign-in-locked', lockedText(lockedUntil));
}

function lockedText(untilMs: number): string {
  return `输错次数太多，账号锁到 ${formatDateTime(untilMs).slice(5)}。等不及请找安全管理员`;
}

/** What somebody is told whose try was wrong: how many are left, or until when the account waits. */
export async function wrongTry(
  deps: StaffDependencies,
  account: string,
  name: FailureName,
  what: string,
): Promise<Reply<never>> {
  const { left, lockedUntilMs } = await triesLeft(deps, account);
  if (lockedUntilMs !== null) return fail('sign-in-locked', lockedText(lockedUntilMs));
  return fail(name, left > 0 ? `${what}，还可以试 ${left} 次` : what);
}

/** The same for the audit log, which says where a lock began; tries during a lock are not looked at, and not noted. */
async function wrongText(deps: StaffDependencies, account: string, what: string): Promise<string> {
  const { lockedUntilMs } = await triesLeft(deps, account);
  return lockedUntilMs === null ? what : `${what}，锁到 ${formatDateTime(lockedUntilMs).slice(5)}`;
}

export function beginSignIn(deps: StaffDependencies): ConsoleHandler<ConsoleCalls['beginSignIn']> {
  const { query } = deps.database;
  return async (input, request) => {
    const name = input.account.trim().toLowerCase();
    const refused = await tryRefused(deps, request, name);
    if (refused) return refused;
    const account = await accounts.accountByName(deps, query, name);
    const nowMs = deps.clock.now();
    const open = account !== null && account.status !== 'stopped' && (account.passwordUntilMs ?? Infinity) > nowMs;
    const right = await isPassword(open ? account.password : null, input.password);
    if (!right || !account) {
      // A mistyped name is often a password: it is kept nowhere.
      const by = account ?? undefined;
      const subject = account ? name : '没有的账号';
      await request.note({ outcome: 'refused', subject, detail: await wrongText(deps, name, '密码不对') }, query, by);
      return wrongTry(deps, name, 'sign-in-wrong', '账号或密码不对');
    }
    await giveTryBack(deps, name);
    const stage = account.status === 'invited' ? 'enrol' : 'code';
    const token = await deps.database.transaction(async (inside) => {
      if (request.session) await endStaffSession(inside, request.session.tokenHash);
      // A first sign-in begins anew: nobody who had the password before knows the secret that is shown now.
      if (stage === 'enrol') {
        await endSessionsOf(inside, account.id);
        await accounts.forgetSecret(inside, account.id);
      }
      const begun = await beginStaffSession(deps, inside, account.id, stage, placeOf(request));
      await request.note({ subject: name, detail: '密码对' }, inside, account);
      return begun.token;
    });
    request.setSessionToken(token);
    return ok(stepView(account, stage, pageTokenOf(token)));
  };
}

export function finishSignIn(deps: StaffDependencies): ConsoleHandler<ConsoleCalls['finishSignIn']> {
  const { query } = deps.database;
  return async (input, request) => {
    const session = atStep(request, 'code');
    const account = session && (await accounts.accountById(deps, query, session.member.id));
    if (!session || !account) return fail('staff-signed-out', SIGN_IN_AGAIN);
    const refused = await tryRefused(deps, request, account.account);
    if (refused) return refused;
    const byRecovery = input.recoveryCode !== undefined;
    const right = byRecovery
      ? await accounts.takeRecoveryCode(query, account.id, recoveryIndex(deps, input.recoveryCode ?? ''))
      : await isRightCode(deps, account, input.code ?? '');
    if (!right) {
      const detail = await wrongText(deps, account.account, '第二步不对');
      await request.note({ outcome: 'refused', subject: account.account, detail }, query, account);
      const what = byRecovery ? '备用码不对或用过了' : '动态口令不对或用过了，请等下一个再输';
      return wrongTry(deps, account.account, 'second-code-wrong', what);
    }
    await forgetTries(deps, account.account);
    const detail = byRecovery ? `用备用码，还有 ${account.recoveryCodesLeft - 1} 个` : '用动态口令';
    const begun = await completeSignIn(deps, request, session, account.id, detail);
    const now = (await accounts.accountById(deps, query, account.id)) ?? account;
    // The time before this one: the page says it, so that somebody notices a sign-in that was not theirs.
    const before = { lastSignInMs: account.lastSignInMs, lastSignInFrom: account.lastSignInFrom };
    return ok(await selfView(deps, { ...now, ...before }, begun));
  };
}

/** Whether a code is the one of the moment; takes it, so that nobody uses it again. */
export async function isRightCode(deps: StaffDependencies, account: accounts.StaffAccount, code: string) {
  const step = account.totpSecret && stepOfCode(account.totpSecret, code, deps.clock.now());
  return step !== null && (await accounts.takeStep(deps.database.query, account.id, step));
}

/** The session at the door ends, a full one with another token begins. */
export async function completeSignIn(
  deps: StaffDependencies,
  request: ConsoleRequest,
  session: StaffSession,
  staffId: number,
  detail: string,
): Promise<{ readonly pageToken: string; readonly endsAtMs: number }> {
  const place = placeOf(request);
  const { token, endsAtMs } = await deps.database.transaction(async (query) => {
    await endStaffSession(query, session.tokenHash);
    const begun = await beginStaffSession(deps, query, staffId, 'full', place);
    await accounts.noteSignIn(query, staffId, `${place.address}，${place.device}`, deps.clock.now());
    await request.note({ subject: session.member.account, detail }, query, session.member);
    return begun;
  });
  request.setSessionToken(token);
  return { pageToken: pageTokenOf(token), endsAtMs };
}

export function signOutStaff(deps: StaffDependencies): ConsoleHandler<ConsoleCalls['signOutStaff']> {
  return async (_input, request) => {
    const { session } = request;
    request.setSessionToken(null);
    if (session === null) return ok({});
    await deps.database.transaction(async (query) => {
      await endStaffSession(query, session.tokenHash);
      await request.note({ subject: session.member.account }, query, session.member);
    });
    return ok({});
  };
}

export function stopOwnAccount(deps: StaffDependencies): ConsoleHandler<ConsoleCalls['stopOwnAccount']> {
  return async (_input, request) => {
    const session = atStep(request, 'code', 'full');
    if (!session) return fail('staff-signed-out', SIGN_IN_AGAIN);
    const { member } = session;
    await deps.database.transaction(async (query) => {
      await accounts.setStatus(query, member.id, 'stopped', deps.clock.now());
      await endSessionsOf(query, member.id);
      await request.note({ subject: member.account, detail: '本人停用' }, query, member);
    });
    request.setSessionToken(null);
    return ok({});
  };
}
