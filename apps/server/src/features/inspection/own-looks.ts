import { type ConsoleCalls, consoleCalls } from '@huimin/contract/console';
import { beijingDateTime } from '@huimin/domain/date';
import { ok } from '../../http/handler.ts';
import { type ConsoleHandler, listAudit } from '../staff/index.ts';
import type { InspectionDependencies } from './inspection-deps.ts';

const PAGE = 40;
const TITLES: ReadonlyMap<string, string> = new Map(
  Object.values(consoleCalls).map(({ name, title }) => [name, title]),
);

export function listOwnLooks(deps: InspectionDependencies): ConsoleHandler<ConsoleCalls['listOwnLooks']> {
  return async ({ before }, { member }) => {
    const rows = await listAudit(deps.database.query, {
      ...{ what: null, subject: null, fromMs: null, toMs: null },
      before: before === undefined ? null : BigInt(before),
      staffId: member.id,
      limit: PAGE + 1,
    });
    const page = rows.slice(0, PAGE);
    return ok({
      looks: page.map((row) => ({
        number: String(row.number),
        at: beijingDateTime(row.at),
        title: TITLES.get(row.what) ?? row.what,
        subject: row.subject,
        detail: row.detail,
        outcome: row.outcome,
        hash: row.hash.toString('hex').slice(-8).toUpperCase(),
      })),
      next: rows.length > PAGE ? String(page.at(-1)?.number) : null,
    });
  };
}
