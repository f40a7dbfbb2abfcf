import type { HandlerTable } from '../../http/handler.ts';
import { continueInsureFlag } from './continue-insure-flag.ts';
import { oldYearPolicy } from './old-year-policy.ts';
import { queryOldPolicy } from './query-old-policy.ts';
import { REMINDING_EVERY_MS, type ReminderDependencies, remindFormerHolders } from './remind-former-holders.ts';
import type { RenewalDependencies } from './renewal-deps.ts';
import { takeFormerPeople } from './take-former-people.ts';

/** Calls about being insured again by oneself. */
export function renewalHandlers(deps: RenewalDependencies): HandlerTable {
  return {
    queryOldPolicy: queryOldPolicy(deps),
    oldYearPolicy: oldYearPolicy(deps),
    continueInsureFlag: continueInsureFlag(deps),
    takeFormerPeople: takeFormerPeople(deps),
  };
}

/** What runs by itself. */
export function renewalJobs(deps: ReminderDependencies) {
  return [{ name: 'renewal-reminders', everyMs: REMINDING_EVERY_MS, run: () => remindFormerHolders(deps) }];
}
