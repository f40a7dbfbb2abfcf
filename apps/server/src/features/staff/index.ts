import type { Core } from '../../core.ts';
import { decideApproval, listApprovals, withdrawApproval } from './approval-calls.ts';
import { type AnyApprovalKind, createApprovals, expireApprovals } from './approvals.ts';
import { listAuditLog } from './audit-calls.ts';
import { type ChainState, checkChain } from './audit-log.ts';
import type { ConsoleHandlerTable } from './console-call.ts';
import { finishEnrolment, prepareEnrolment } from './enrolment.ts';
import { listStaff, staffManagement } from './manage-staff.ts';
import {
  changeOwnPassword,
  endOwnStaffSessions,
  listOwnStaffSessions,
  renewRecoveryCodes,
  whoAmI,
} from './own-account.ts';
import { beginSignIn, finishSignIn, signOutStaff, stopOwnAccount } from './sign-in.ts';
import { staffApprovalKinds } from './staff-approvals.ts';
import type { StaffDependencies } from './staff-deps.ts';
import { sweepStaffSessions } from './staff-sessions.ts';
import { sweepTries } from './tries.ts';

export { memberOf, namesOf, type StaffMember } from './account-store.ts';
export type { AnyApprovalKind, ApprovalKind } from './approvals.ts';
export { AUDIT_FOR_ALL } from './audit-calls.ts';
export { type AuditNote, appendAudit, countLooks, listAudit } from './audit-log.ts';
export { type ConsoleHandler, type ConsoleHandlerTable, type ConsoleRequest, NotPossible } from './console-call.ts';
export {
  DEMONSTRATION_PASSWORD,
  type DemonstrationPerson,
  demonstrationSignIns,
  makeFirstAdministrator,
  renewFirstPassword,
  seedDemonstrationStaff,
  stopDemonstrationStaff,
} from './first-people.ts';
export type { StaffDependencies, WaitingCounter } from './staff-deps.ts';
export { findStaffSession, type StaffSession } from './staff-sessions.ts';

/** What two people are needed for: the staff's own kinds, and those of other topics. */
export function staffApprovals(core: Core, more: readonly AnyApprovalKind[]) {
  return createApprovals(core, [...Object.values(staffApprovalKinds(core)), ...more]);
}

/** The console's calls of this topic, by name. */
export function staffHandlers(deps: StaffDependencies) {
  return {
    beginSignIn: beginSignIn(deps),
    finishSignIn: finishSignIn(deps),
    prepareEnrolment: prepareEnrolment(deps),
    finishEnrolment: finishEnrolment(deps),
    signOutStaff: signOutStaff(deps),
    stopOwnAccount: stopOwnAccount(deps),
    whoAmI: whoAmI(deps),
    listOwnStaffSessions: listOwnStaffSessions(deps),
    endOwnStaffSessions: endOwnStaffSessions(deps),
    changeOwnPassword: changeOwnPassword(deps),
    renewRecoveryCodes: renewRecoveryCodes(deps),
    listStaff: listStaff(deps),
    ...staffManagement(deps),
    listApprovals: listApprovals(deps),
    decideApproval: decideApproval(deps),
    withdrawApproval: withdrawApproval(deps),
    listAuditLog: listAuditLog(deps),
  } satisfies ConsoleHandlerTable;
}

/** Work at its own pace: what has ended goes, what has run out is said to have, the log's chain is worked out again. */
export function staffJobs(core: Core, chainChecked: (state: ChainState) => Promise<void>) {
  const { query } = core.database;
  return [
    {
      name: 'staff',
      everyMs: 60_000,
      async run() {
        await sweepStaffSessions(query, core.clock.now());
        await sweepTries(core);
        await expireApprovals(query, core.clock.now());
        return 0;
      },
    },
    {
      name: 'audit-chain',
      everyMs: 3_600_000,
      async run() {
        await chainChecked(await checkChain(core));
        return 0;
      },
    },
  ];
}
