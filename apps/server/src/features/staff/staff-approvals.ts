import { FIRST_PASSWORD_MS, rolesProblem, scopeProblem } from '@huimin/domain/staff';
import type { Core } from '../../core.ts';
import * as accounts from './account-store.ts';
import type { ApprovalKind } from './approvals.ts';
import { NotPossible } from './console-call.ts';
import { endSessionsOf } from './staff-sessions.ts';

export type NewStaff = Pick<accounts.NewAccount, 'account' | 'name' | 'company' | 'roles' | 'scope'>;
export type OtherRoles = Pick<accounts.NewAccount, 'roles' | 'scope'> & {
  readonly staffId: number;
  /** What both people were shown that it takes the place of; absent in a request from before it was kept. */
  readonly former?: Pick<accounts.NewAccount, 'roles' | 'scope'>;
};

/** What is asked for stays as long as a first password lives. */
const LASTS_MS = FIRST_PASSWORD_MS;

function refuseWrong({ roles, scope }: Pick<NewStaff, 'roles' | 'scope'>): void {
  const problem = rolesProblem(roles) ?? scopeProblem(roles, scope);
  if (problem !== null) throw new NotPossible('staff-rule', problem);
}

/** Whether two give the same: in whatever order they name it. */
function isSameRight(one: Pick<NewStaff, 'roles' | 'scope'>, other: Pick<NewStaff, 'roles' | 'scope'>): boolean {
  const plain = ({ roles, scope: { insurers, cities, channels } }: Pick<NewStaff, 'roles' | 'scope'>) =>
    JSON.stringify([roles, insurers, cities, channels].map((list) => list && [...list].sort()));
  return plain(one) === plain(other);
}

/** Accounts belong to no insurer, city or channel. */
const within = () => true;

/** What two people are needed for among the staff themselves. */
export function staffApprovalKinds(core: Pick<Core, 'vault'>) {
  const add: ApprovalKind<NewStaff> = {
    ...{ kind: 'staff-add', title: '新建用户', asks: 'staff.manage', decides: 'staff.approve', lastsMs: LASTS_MS },
    within,
    async run(entry, { query, nowMs }) {
      refuseWrong(entry);
      const id = await accounts.insertAccount(core, query, entry, nowMs);
      if (id === null) throw new NotPossible('staff-rule', `账号 ${entry.account} 已经有人用了`);
    },
  };
  const roles: ApprovalKind<OtherRoles> = {
    ...{
      kind: 'staff-roles',
      title: '改角色和范围',
      asks: 'staff.manage',
      decides: 'staff.approve',
      lastsMs: LASTS_MS,
    },
    within,
    async run(entry, { query, nowMs }) {
      refuseWrong(entry);
      const now = await accounts.accountById(core, query, entry.staffId);
      if (entry.former && (!now || !isSameRight(entry.former, now))) {
        throw new NotPossible('staff-rule', '这个用户的角色或范围刚刚改过了，请撤回，按现在的重新申请');
      }
      await accounts.setRoles(query, entry.staffId, entry.roles, entry.scope, nowMs);
    },
  };
  const reset: ApprovalKind<{ readonly staffId: number }> = {
    ...{ kind: 'staff-reset', title: '重置登录', asks: 'staff.manage', decides: 'staff.approve', lastsMs: LASTS_MS },
    within,
    async run({ staffId }, { query, nowMs }) {
      await accounts.forgetSignIn(query, staffId, nowMs);
      await endSessionsOf(query, staffId);
    },
  };
  return { add, roles, reset };
}
