import type { ConsoleCalls } from '@huimin/contract/console';
import { beijingDateTime, beijingMs, parseDate } from '@huimin/domain/date';
import { whyNoAgreement, whyNoDecision, whyNoSchedule } from '@huimin/domain/publishing';
import { fail, ok } from '../../http/handler.ts';
import { unlessImpossible } from '../page-versions/index.ts';
import { type ConsoleHandler, NotPossible } from '../staff/index.ts';
import { seenDraft, subjectOf } from './change-draft.ts';
import type { EditionDeskDependencies } from './desk-deps.ts';
import { agreementsOf, clearAgreements, insertAgreement, moveDraft, statusAfter } from './draft-store.ts';
import { refuseUnlessPublishable } from './publishable.ts';
import { reviewedOf } from './show-edition.ts';

const MOST_NOTE = 200;

export function decideEditionDraft(deps: EditionDeskDependencies): ConsoleHandler<ConsoleCalls['decideEditionDraft']> {
  return (input, request) => {
    const note = input.note?.trim() || null;
    if (!input.agree && (note === null || note.length < 4 || note.length > MOST_NOTE)) {
      return Promise.resolve(fail('staff-rule', '退回要写清楚改什么，4 到 200 个字'));
    }
    const { member } = request;
    return unlessImpossible(
      deps.database.transaction(async (query) => {
        const draft = await seenDraft(query, input, request);
        const answer = ok({ revision: draft.revision, savedAt: beijingDateTime(draft.saved_at) });
        const reviewed = reviewedOf(draft, await agreementsOf(query, draft));
        const problem = input.agree ? whyNoAgreement(reviewed, member) : whyNoDecision(reviewed, member);
        if (problem !== null) throw new NotPossible('staff-rule', problem);
        if (!input.agree) {
          await clearAgreements(query, draft.edition_code);
          await moveDraft(query, draft.edition_code, statusAfter(draft, 'Returned'), { note });
          await request.note({ subject: subjectOf(draft), detail: `退回修改：${note}` }, query);
          return answer;
        }
        const second = draft.status === 'second';
        if (second) await refuseUnlessPublishable(deps, query, draft);
        await insertAgreement(query, draft, member, note, deps.clock.now());
        await moveDraft(query, draft.edition_code, statusAfter(draft, second ? 'SecondAgreed' : 'FirstAgreed'));
        await request.note({ subject: subjectOf(draft), detail: second ? '二审通过' : '一审通过' }, query);
        return answer;
      }),
    );
  };
}

export function scheduleEdition(deps: EditionDeskDependencies): ConsoleHandler<ConsoleCalls['scheduleEdition']> {
  return (input, request) => {
    const { at } = input;
    if (at !== null && parseDate(at) === null) return Promise.resolve(fail('bad-input', '没有这个时间，请重新选'));
    return unlessImpossible(
      deps.database.transaction(async (query) => {
        const draft = await seenDraft(query, input, request);
        const answer = ok({ revision: draft.revision, savedAt: beijingDateTime(draft.saved_at) });
        if (at === null) {
          await moveDraft(query, draft.edition_code, statusAfter(draft, 'Unscheduled'));
          await request.note({ subject: subjectOf(draft), detail: '取消定时' }, query);
          return answer;
        }
        const atMs = beijingMs(at);
        const problem = whyNoSchedule(draft.status, atMs, deps.clock.now());
        if (problem !== null) throw new NotPossible('staff-rule', problem);
        await refuseUnlessPublishable(deps, query, draft);
        await moveDraft(query, draft.edition_code, statusAfter(draft, 'Scheduled'), { publishAtMs: atMs });
        await request.note({ subject: subjectOf(draft), detail: `定时 ${at} 发布` }, query);
        return answer;
      }),
    );
  };
}
