import type { ConsoleCalls } from '@huimin/contract/console';
import { DESK_CAUSES } from '@huimin/domain/endorsement';
import { isShortText } from '@huimin/domain/sheet';
import { fail, ok, type Reply } from '../../http/handler.ts';
import type { ConsoleHandler } from '../staff/index.ts';
import type { ChangeDeskDependencies } from './change-desk-deps.ts';
import type { DeskDecisionKind, DeskTopic } from './desk-topic.ts';
import { approvalSubject, CHANGE_AGREE, signerOf } from './second-person.ts';
import { approvalOf, NO_REQUEST, openRequest, twoNeeded } from './show-request.ts';

const WORDS: Readonly<Record<DeskDecisionKind, string>> = {
  approve: '同意',
  'ask-papers': '要求补材料',
  refuse: '驳回',
};
const MOST = 200;

/** Undoes the transaction it is thrown in and is answered instead. */
class Refused extends Error {
  readonly reply: Reply<never>;
  constructor(reply: Reply<never>) {
    super('a request was not decided');
    this.reply = reply;
  }
}

export function decideDeskRequest(deps: ChangeDeskDependencies): ConsoleHandler<ConsoleCalls['decideDeskRequest']> {
  return async ({ requestNo, deskVerdict: decision, cause, note }, request) => {
    const { member } = request;
    const found = await openRequest(deps, member, requestNo);
    if (!found) return fail('not-found', NO_REQUEST);
    const { opened, topic } = found;
    if (!opened.decisions.includes(decision)) {
      return fail('order-state', '这份申请已经有了结果，或者现在不能这样办，请看最新状态');
    }
    if ((await approvalOf(deps, member, topic, requestNo)) !== null) {
      return fail('staff-rule', '已经有人同意，在等第二个人复核。要改主意，先由那个人撤回');
    }
    const said = wordsOf(topic, decision, cause, note);
    if (!said.ok) return said;
    const { label, words } = said.value;
    const { person } = opened;
    if (decision === 'approve' && opened.whyNotApproved !== null) return fail('staff-rule', opened.whyNotApproved);
    if (decision === 'approve' && twoNeeded(opened, member) !== null) {
      const approvalNo = await deps.database.transaction(async (query) => {
        await request.note({ subject: requestNo, person, detail: '同意，等第二个人复核' }, query);
        const asking = { by: member, subject: approvalSubject(topic.topic, requestNo), person };
        const reason = words || `${opened.line.what}：已对照`;
        return deps.approvals.ask(query, { kind: CHANGE_AGREE }, { ...asking, reason, payload: { requestNo } });
      });
      return ok({ approvalNo: String(approvalNo) });
    }
    try {
      await deps.database.transaction(async (query) => {
        const given = { kind: decision, by: signerOf(member), note: decision === 'approve' ? null : words };
        const done = await opened.decide(query, given);
        if (!done.ok) throw new Refused(done);
        const detail = decision === 'approve' && words !== '' ? `${label}：${words}` : label;
        await request.note({ subject: requestNo, person, detail }, query);
      });
    } catch (problem) {
      if (problem instanceof Refused) return problem.reply;
      throw problem;
    }
    return ok({ approvalNo: null });
  };
}

/** The cause by the list and the words for the resident, or what is wrong with them. */
function wordsOf(
  { topic }: DeskTopic,
  decision: DeskDecisionKind,
  cause: string | undefined,
  note: string | undefined,
): Reply<{ label: string; words: string }> {
  const words = note?.trim() ?? '';
  if (words !== '' && !isShortText(words, MOST)) return fail('staff-rule', '写给申请人的话要在一行里，不超过 200 个字');
  if (decision === 'approve') return ok({ label: WORDS.approve, words });
  const entry = DESK_CAUSES.find(
    (one) => one.value === cause && one.decision === decision && one.topics.includes(topic),
  );
  if (!entry) return fail('staff-rule', decision === 'refuse' ? '请选为什么驳回' : '请选缺什么材料');
  if (Array.from(words).length < 4) {
    return fail('staff-rule', decision === 'refuse' ? '请写明原因，申请人会看到' : '请写清缺什么材料，要一次写全');
  }
  return ok({ label: `${WORDS[decision]}：${entry.label}`, words });
}
