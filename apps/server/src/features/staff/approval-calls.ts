import type { ConsoleCalls } from '@huimin/contract/console';
import { fail, ok } from '../../http/handler.ts';
import type { ConsoleHandler } from './console-call.ts';
import { numberOf } from './manage-staff.ts';
import type { StaffDependencies } from './staff-deps.ts';

export function listApprovals(deps: StaffDependencies): ConsoleHandler<ConsoleCalls['listApprovals']> {
  return async ({ which, before }, request) =>
    ok(await deps.approvals.list(request.member, which ?? 'waiting', before === undefined ? null : numberOf(before)));
}

export function decideApproval(deps: StaffDependencies): ConsoleHandler<ConsoleCalls['decideApproval']> {
  return async ({ approvalNo, agree, note }, request) => {
    const id = numberOf(approvalNo);
    if (id === null) return fail('not-found', '没有这个申请');
    const said = note?.trim() || null;
    if (!agree && said === null) return fail('staff-rule', '不同意请写明原因，申请人会看到');
    return deps.approvals.decide(id, agree, said, request);
  };
}

export function withdrawApproval(deps: StaffDependencies): ConsoleHandler<ConsoleCalls['withdrawApproval']> {
  return async ({ approvalNo }, request) => {
    const id = numberOf(approvalNo);
    return id === null ? fail('not-found', '没有这个申请') : deps.approvals.withdraw(id, request);
  };
}
