import type { ConsoleCalls } from '@huimin/contract/console';
import { addDays, beijingDate, parseDate } from '@huimin/domain/date';
import { seesEverything } from '@huimin/domain/staff';
import { fail, ok } from '../../../http/handler.ts';
import type { ConsoleHandler } from '../../staff/index.ts';
import { wantDay } from '../day-store.ts';
import { issueEditions, wantIssueComparison } from '../issues/index.ts';
import { type ReconciliationDeskDependencies, SEES_ALL } from './desk-deps.ts';

/** Providers keep bills for three months. */
const OLDEST_DAYS = 90;

export function fetchBillsAgain(deps: ReconciliationDeskDependencies): ConsoleHandler<ConsoleCalls['fetchBillsAgain']> {
  return async ({ day }, request) => {
    if (!seesEverything(request.member.scope)) return fail('staff-rule', SEES_ALL);
    if (parseDate(day) === null) return fail('bad-input', '没有这一天，请重新选日期');
    const today = beijingDate(deps.clock.now());
    if (day >= today) return fail('staff-rule', '账单第二天 10 点以后才有，请选今天以前的日期');
    if (day < addDays(today, -OLDEST_DAYS)) return fail('staff-rule', '渠道的账单只留 90 天，这一天取不到了');
    await deps.database.transaction(async (query) => {
      await wantDay(query, [...deps.payment.providers.keys()], day, deps.clock.now());
      for (const { edition_code: code } of await issueEditions(query)) {
        await wantIssueComparison(query, code, deps.clock.now());
      }
      await request.note({ subject: `${day} 对账`, detail: '重新取账单' }, query);
    });
    return ok({});
  };
}
