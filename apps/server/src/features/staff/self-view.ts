import type { SignInStepValue, StaffSelfValue } from '@huimin/contract/console';
import { beijingDateTime } from '@huimin/domain/date';
import { permissionsOf, STAFF_IDLE_MS } from '@huimin/domain/staff';
import type { StaffAccount } from './account-store.ts';
import type { StaffDependencies } from './staff-deps.ts';

const moment = (ms: number | null) => (ms === null ? null : beijingDateTime(ms));

/** Who is signed in, for their page. */
export async function selfView(
  deps: StaffDependencies,
  account: StaffAccount,
  session: { readonly pageToken: string; readonly endsAtMs: number },
): Promise<StaffSelfValue> {
  return {
    staffNo: String(account.id),
    ...{ account: account.account, name: account.name, company: account.company },
    roles: [...account.roles],
    permissions: permissionsOf(account.roles),
    scope: account.scope as StaffSelfValue['scope'],
    token: session.pageToken,
    lastSignInAt: moment(account.lastSignInMs),
    lastSignInFrom: account.lastSignInFrom,
    sessionEndsAt: beijingDateTime(session.endsAtMs),
    idleMinutes: STAFF_IDLE_MS / 60_000,
    waitingApprovals: await deps.approvals.waitingFor(account),
    unseenRefusals: await deps.approvals.unseenRefusals(account),
    waiting: Object.assign({}, ...(await Promise.all(deps.counters.map((count) => count(account))))),
    recoveryCodesLeft: account.recoveryCodesLeft,
  };
}

/** What the door asks for next. */
export function stepView(account: StaffAccount, step: SignInStepValue['step'], pageToken: string): SignInStepValue {
  return {
    step,
    ...{ account: account.account, name: account.name, company: account.company },
    token: pageToken,
    lastSignInAt: moment(account.lastSignInMs),
    lastSignInFrom: account.lastSignInFrom,
  };
}
