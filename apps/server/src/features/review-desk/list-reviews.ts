import type { ConsoleCalls } from '@huimin/contract/console';
import { beijingDateTime } from '@huimin/domain/date';
import { mayStaff } from '@huimin/domain/staff';
import { ok } from '../../http/handler.ts';
import type { ConsoleHandler, WaitingCounter } from '../staff/index.ts';
import { REVIEW_DECISION } from './carry-out.ts';
import type { ReviewDeskDependencies } from './review-desk-deps.ts';
import { reviewLine, subjectOf } from './review-line.ts';
import { countOpenReviews, findReviews, subjectsThatWait } from './review-store.ts';

const PAGE = 40;

export function listReviews(deps: ReviewDeskDependencies): ConsoleHandler<ConsoleCalls['listReviews']> {
  return async ({ queue, stage = 'open', after }, { member }) => {
    const [at = '0', id = '0'] = after?.split('_') ?? [];
    const rows = await findReviews(deps, member.scope, {
      ...{ queue, stage, limit: PAGE + 1 },
      after: after === undefined ? null : { at: Number(at), id },
    });
    const page = rows.slice(0, PAGE);
    const last = page.at(-1);
    const nowMs = deps.clock.now();
    const subjects = page.map((row) => subjectOf(deps, queue, row));
    const waiting = await subjectsThatWait(deps.database.query, REVIEW_DECISION, subjects, nowMs);
    return ok({
      reviews: page.map((row) => reviewLine(deps, queue, row, waiting)),
      counts: await countOpenReviews(deps, member.scope),
      next: rows.length > PAGE && last ? `${last.at}_${last.id}` : null,
      at: beijingDateTime(nowMs),
    });
  };
}

/** How many wait for somebody who may decide them. */
export function countReviews(deps: Pick<ReviewDeskDependencies, 'database' | 'editions'>): WaitingCounter {
  return async ({ roles, scope }): Promise<Readonly<Record<string, number>>> => {
    if (!mayStaff(roles, 'reviews.decide')) return {};
    const { recheck, drug, appeal } = await countOpenReviews(deps, scope);
    return { reviews: recheck + drug + appeal };
  };
}
