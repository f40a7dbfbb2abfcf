import type { ConsoleCalls, ExitKindName } from '@huimin/contract/console';
import { mayStaff, seesEverything } from '@huimin/domain/staff';
import type { Query } from '../../db/database.ts';
import { fail, ok } from '../../http/handler.ts';
import type { ConsoleHandler, StaffMember } from '../staff/index.ts';
import { EXIT_CHANGE, NOT_ALL, siteProblem } from './exit-change.ts';
import type { ExitDeskDependencies } from './exit-desk-deps.ts';
import { differenceOf, EXIT_KINDS, type ExitWish } from './exit-kinds.ts';

const mayChange = ({ roles, scope }: Pick<StaffMember, 'roles' | 'scope'>) =>
  mayStaff(roles, 'exits.change') && seesEverything(scope);

export function listExits(deps: ExitDeskDependencies): ConsoleHandler<ConsoleCalls['listExits']> {
  return async (_input, { member }) => {
    const lists = await Promise.all(Object.values(EXIT_KINDS).map(({ list }) => list(deps.database.query)));
    return ok({
      exits: lists.flat(),
      partnerOrigins: [...deps.partnerOrigins],
      medicalOrigins: [...(deps.medicalApp?.origins ?? [])],
      mayChange: mayChange(member),
      waiting: await deps.approvals.waitingOf(member, [EXIT_CHANGE]),
    });
  };
}

export function askExitChange(deps: ExitDeskDependencies): ConsoleHandler<ConsoleCalls['askExitChange']> {
  return async ({ exitKind, isNew, reason, ...given }, request) => {
    if (!mayChange(request.member)) return fail('staff-rule', NOT_ALL);
    const kind = EXIT_KINDS[exitKind];
    const wish = { ...given, name: given.name.trim() };
    const missing = kind.has.find(([field]) => wish[field] === undefined);
    if (missing) return fail('bad-input', `请填${missing[1]}`);
    if (exitKind !== 'partner-page' && !/^[a-z]/.test(wish.exitCode)) return fail('bad-input', '代码要以小写字母开头');
    if (exitKind === 'medical-app' && wish.name.length > 20) return fail('bad-input', '名称不超过 20 个字');
    const problem = siteProblem(deps, exitKind, wish);
    if (problem !== null) return fail('staff-rule', problem);
    return deps.database.transaction(async (query) => {
      const former = await exitOf(query, exitKind, wish.exitCode);
      if (isNew && former) return fail('staff-rule', '这个代码已经用过了，请换一个');
      if (!isNew && !former) return fail('not-found', '没有这个去处');
      const details = differenceOf(exitKind, former, wish);
      if (details === null) return fail('staff-rule', '和现在的一样，没有要改的');
      const subject = subjectOf(exitKind, wish);
      const payload = { exitKind, wish, former: former ?? null };
      const asking = { by: request.member, subject, details, reason: reason.trim(), payload };
      const approvalNo = await deps.approvals.ask(query, { kind: EXIT_CHANGE }, asking);
      await request.note({ subject, detail: `${details}。${reason.trim()}` }, query);
      return ok({ approvalNo: String(approvalNo) });
    });
  };
}

export function closeExit(deps: ExitDeskDependencies): ConsoleHandler<ConsoleCalls['closeExit']> {
  return async ({ exitKind, exitCode, reason }, request) => {
    if (!mayChange(request.member)) return fail('staff-rule', NOT_ALL);
    return deps.database.transaction(async (query) => {
      const former = await exitOf(query, exitKind, exitCode);
      if (!former) return fail('not-found', '没有这个去处');
      if (!former.isActive) return fail('staff-rule', '已经关着');
      const wish = { ...former, isActive: false } as Required<ExitWish>;
      await EXIT_KINDS[exitKind].keep(query, wish, request.member.account, new Date(deps.clock.now()));
      await request.note({ subject: subjectOf(exitKind, former), detail: reason.trim() }, query);
      return ok({});
    });
  };
}

const exitOf = async (query: Query, exitKind: ExitKindName, exitCode: string) =>
  (await EXIT_KINDS[exitKind].list(query)).find((one) => one.exitCode === exitCode);

const subjectOf = (exitKind: ExitKindName, { exitCode, name }: Pick<ExitWish, 'exitCode' | 'name'>) =>
  `${EXIT_KINDS[exitKind].title} ${exitCode}（${name}）`;
