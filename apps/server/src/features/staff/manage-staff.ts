import type { ConsoleCalls } from '@huimin/contract/console';
import type { StaffRole } from '@huimin/contract/vocabulary';
import { beijingDateTime } from '@huimin/domain/date';
import { regionDisplayText } from '@huimin/domain/region';
import {
  FIRST_PASSWORD_MS,
  rolesProblem,
  STAFF_ROLE_LABELS,
  type StaffScope,
  scopeProblem,
  scopeText,
} from '@huimin/domain/staff';
import type { Query } from '../../db/database.ts';
import { fail, ok, type Reply } from '../../http/handler.ts';
import * as accounts from './account-store.ts';
import type { AnyApprovalKind, ApprovalKind, Asking } from './approvals.ts';
import { type ConsoleHandler, type ConsoleRequest, NotPossible } from './console-call.ts';
import { hashPassword, plainText } from './passwords.ts';
import { staffApprovalKinds } from './staff-approvals.ts';
import type { StaffDependencies } from './staff-deps.ts';
import { endSessionsOf } from './staff-sessions.ts';
import { liftLock, lockedAccounts } from './tries.ts';

const PAGE = 50;
const IDLE_MS = 90 * 86_400_000;

export function listStaff(deps: StaffDependencies): ConsoleHandler<ConsoleCalls['listStaff']> {
  return async ({ after, role, idle }) => {
    const nowMs = deps.clock.now();
    const filter = {
      after: numberOf(after ?? '0') ?? 0,
      role: role ?? null,
      idleSinceMs: idle ? nowMs - IDLE_MS : null,
      limit: PAGE + 1,
    };
    const { accounts: found, total } = await accounts.listAccounts(deps, deps.database.query, filter, nowMs);
    const page = found.slice(0, PAGE);
    const locked = await lockedAccounts(
      deps,
      page.map(({ account }) => account),
    );
    return ok({
      total,
      staff: page.map((one) => ({
        staffNo: String(one.id),
        ...{ account: one.account, name: one.name, company: one.company },
        roles: [...one.roles],
        scope: one.scope as { insurers: string[] | null; cities: string[] | null; channels: string[] | null },
        status: one.status !== 'stopped' && locked.has(one.account) ? ('locked' as const) : one.status,
        online: one.online,
        secondFactor: one.status === 'active',
        lastSignInAt: one.lastSignInMs === null ? null : beijingDateTime(one.lastSignInMs),
        createdAt: beijingDateTime(one.createdAtMs),
      })),
      next: found.length > PAGE ? String(page.at(-1)?.id) : null,
    });
  };
}

/** Numbers beyond what the database counts are nobody's. */
export function numberOf(text: string): number | null {
  const number = Number(text);
  return number <= 2_147_483_647 ? number : null;
}

async function accountOf(deps: StaffDependencies, staffNo: string): Promise<accounts.StaffAccount | null> {
  const id = numberOf(staffNo);
  return id === null ? null : accounts.accountById(deps, deps.database.query, id);
}

const rolesText = (roles: readonly StaffRole[], scope: StaffScope) =>
  `${roles.map((role) => STAFF_ROLE_LABELS[role]).join('、')}，${scopeText(scope, (code) => regionDisplayText(code) ?? code)}`;

const cannotBe = ({ roles, scope }: { roles: readonly StaffRole[]; scope: StaffScope }) =>
  rolesProblem(roles) ?? scopeProblem(roles, scope);

export function staffManagement(deps: StaffDependencies) {
  const kinds = staffApprovalKinds(deps);

  /** Writes the request down, with its entry in the log. */
  async function asked<Payload>(
    kind: ApprovalKind<Payload>,
    asking: Omit<Asking<Payload>, 'by'>,
    request: ConsoleRequest,
    mayBeAlone = false,
  ): Promise<Reply<{ approvalNo: string; status: 'waiting' | 'approved' }>> {
    const whole = { ...asking, by: request.member };
    try {
      return await deps.database.transaction(async (query) => {
        if (asking.aboutStaff != null) await refuseSecond(query, kind, asking.aboutStaff);
        // Held: two at once would both find that there is nobody else.
        if (mayBeAlone) await query(`lock table staff_accounts in share row exclusive mode`);
        const alone = mayBeAlone && !(await accounts.anybodyElseMay(query, request.member.id, kind.decides));
        const id = alone
          ? await deps.approvals.doAlone(query, kind, whole, ALONE_NOTE)
          : await deps.approvals.ask(query, kind, whole);
        const detail = alone ? `独自办理，申请 ${id}：${ALONE_NOTE}` : `申请 ${id}，等第二人同意`;
        await request.note({ subject: asking.subject, detail }, query);
        return ok({ approvalNo: String(id), status: alone ? ('approved' as const) : ('waiting' as const) });
      });
    } catch (problem) {
      if (problem instanceof NotPossible) return fail(problem.failure, problem.message);
      throw problem;
    }
  }

  /**
   * One request of a kind about one person at a time: agreed to when the first one has been long forgotten, the second would end a sign-in
   * that was made since.
   */
  async function refuseSecond(query: Query, { kind, title }: AnyApprovalKind, staffId: number): Promise<void> {
    await query('select 1 from staff_accounts where id = $1 for update', [staffId]);
    const waiting = await query(
      `select 1 as found from staff_approvals where kind = $1 and about_staff = $2 and status = 'waiting' and expires_at > $3 limit 1`,
      [kind, staffId, new Date(deps.clock.now())],
    );
    if (waiting.length > 0) {
      throw new NotPossible('staff-rule', `这个用户已经有一份“${title}”在等第二个人同意，要改先撤回那一份`);
    }
  }

  const addStaff: ConsoleHandler<ConsoleCalls['addStaff']> = async ({ reason, ...entry }, request) => {
    const problem = cannotBe(entry);
    if (problem !== null) return fail('staff-rule', problem);
    if ((await accounts.accountByName(deps, deps.database.query, entry.account)) !== null) {
      return fail('staff-rule', `账号 ${entry.account} 已经有人用了，请换一个`);
    }
    const subject = `${entry.account}（${rolesText(entry.roles, entry.scope)}）`;
    const decides = entry.roles.some((role) => role === 'security' || role === 'audit');
    // The first administrator has nobody to ask: the next one who could agree, and nobody else, is added alone, once.
    const details = `${entry.name}，${entry.company}`;
    return asked(kinds.add, { subject, details, reason, payload: entry }, request, decides);
  };

  const changeStaffRoles: ConsoleHandler<ConsoleCalls['changeStaffRoles']> = async (input, request) => {
    const account = await accountOf(deps, input.staffNo);
    if (!account) return fail('not-found', '没有这个用户');
    if (account.id === request.member.id) return fail('staff-rule', '自己的角色要由另一位管理员来改');
    const problem = cannotBe(input);
    if (problem !== null) return fail('staff-rule', problem);
    const { roles, scope, reason } = input;
    const change = `${rolesText(account.roles, account.scope)} → ${rolesText(roles, scope)}`;
    return asked(
      kinds.roles,
      {
        subject: `${account.account}（${change}）`,
        aboutStaff: account.id,
        reason,
        payload: {
          ...{ staffId: account.id, roles, scope },
          former: { roles: account.roles, scope: account.scope },
        },
      },
      request,
    );
  };

  const resetStaff: ConsoleHandler<ConsoleCalls['resetStaff']> = async ({ staffNo, reason }, request) => {
    const account = await accountOf(deps, staffNo);
    if (!account) return fail('not-found', '没有这个用户');
    if (account.id === request.member.id) return fail('staff-rule', '自己的登录要由另一位管理员来重置');
    const payload = { staffId: account.id };
    return asked(kinds.reset, { subject: account.account, aboutStaff: account.id, reason, payload }, request);
  };

  const stopStaff: ConsoleHandler<ConsoleCalls['stopStaff']> = async ({ staffNo, reason }, request) => {
    const account = await accountOf(deps, staffNo);
    if (!account) return fail('not-found', '没有这个用户');
    if (account.id === request.member.id) return fail('staff-rule', '停用自己请用“停用我的账号”');
    await deps.database.transaction(async (query) => {
      await accounts.setStatus(query, account.id, 'stopped', deps.clock.now());
      await endSessionsOf(query, account.id);
      await request.note({ subject: account.account, detail: reason }, query);
    });
    return ok({});
  };

  const endStaffSessions: ConsoleHandler<ConsoleCalls['endStaffSessions']> = async ({ staffNo, reason }, request) => {
    const account = await accountOf(deps, staffNo);
    if (!account) return fail('not-found', '没有这个用户');
    if (account.id === request.member.id) return fail('staff-rule', '自己的登录在“我的登录”里结束');
    const ended = await deps.database.transaction(async (query) => {
      const count = await endSessionsOf(query, account.id);
      await request.note({ subject: account.account, detail: `${count} 处：${reason}` }, query);
      return count;
    });
    return ok({ ended });
  };

  const unlockStaff: ConsoleHandler<ConsoleCalls['unlockStaff']> = async ({ staffNo, reason }, request) => {
    const account = await accountOf(deps, staffNo);
    if (!account) return fail('not-found', '没有这个用户');
    if (account.id === request.member.id) return fail('staff-rule', '自己的锁定要由另一位管理员来解除');
    const lifted = await deps.database.transaction(async (query) => {
      const done = await liftLock(deps, query, account.account);
      await request.note({ subject: account.account, detail: reason, outcome: done ? 'done' : 'refused' }, query);
      return done;
    });
    return lifted ? ok({}) : fail('staff-rule', '这个用户没有被锁，可以直接登录');
  };

  const handOutPassword: ConsoleHandler<ConsoleCalls['handOutPassword']> = async ({ staffNo }, request) => {
    const account = await accountOf(deps, staffNo);
    if (!account) return fail('not-found', '没有这个用户');
    if (account.status !== 'invited') return fail('staff-rule', '只给还没有首次登录的用户发密码。要重来请先重置登录');
    const password = plainText(deps.random, 4);
    const kept = await hashPassword(password, deps.random);
    const nowMs = deps.clock.now();
    const untilMs = nowMs + FIRST_PASSWORD_MS;
    const done = await deps.database.transaction(async (query) => {
      const set = await accounts.setFirstPassword(query, account.id, kept, untilMs, nowMs);
      if (set) await endSessionsOf(query, account.id);
      await request.note({ subject: account.account, outcome: set ? 'done' : 'refused' }, query);
      return set;
    });
    if (!done) return fail('staff-rule', '这个用户刚刚首次登录了');
    return ok({ account: account.account, password, until: beijingDateTime(untilMs) });
  };

  return { addStaff, changeStaffRoles, resetStaff, stopStaff, endStaffSessions, unlockStaff, handOutPassword };
}

const ALONE_NOTE = '还没有第二位能同意的管理员，第一位可以独自新建这一位';
