import type { ConsoleCalls } from '@huimin/contract/console';
import { mayStaff } from '@huimin/domain/staff';
import type { Query } from '../../db/database.ts';
import { fail, ok } from '../../http/handler.ts';
import type { ConsoleHandler, ConsoleRequest } from '../staff/index.ts';
import type { ChangeDeskDependencies } from './change-desk-deps.ts';
import type { DeskTopic, OpenedRequest } from './desk-topic.ts';
import { approvalSubject, CHANGE_AGREE, deskTopics, topicOfNo } from './second-person.ts';

export const NO_REQUEST = '没有这份申请';

const PURPOSES = { review: '对照材料审核', call: '来电核对', complaint: '处理投诉' } as const;

/** The one place that opens a request for somebody of the staff; outside their scope it is not there. */
export async function openRequest(
  deps: ChangeDeskDependencies,
  { scope }: Pick<ConsoleRequest['member'], 'scope'>,
  requestNo: string,
  query: Query = deps.database.query,
): Promise<{ topic: DeskTopic; opened: OpenedRequest } | null> {
  const place = topicOfNo(deskTopics(deps), requestNo);
  const opened = place && (await place.topic.open(query, scope, place.id));
  return place && opened ? { topic: place.topic, opened } : null;
}

export async function approvalOf(
  deps: ChangeDeskDependencies,
  member: ConsoleRequest['member'],
  { topic }: DeskTopic,
  requestNo: string,
) {
  const [approval] = await deps.approvals.waitingOf(member, [CHANGE_AGREE], approvalSubject(topic, requestNo));
  return approval ?? null;
}

export function showDeskRequest(deps: ChangeDeskDependencies): ConsoleHandler<ConsoleCalls['showDeskRequest']> {
  return async ({ requestNo }, request) => {
    const { member } = request;
    const found = await openRequest(deps, member, requestNo);
    if (!found) return fail('not-found', NO_REQUEST);
    const { opened, topic } = found;
    await request.note({ subject: requestNo, person: opened.person, detail: '遮盖' });
    const approval = await approvalOf(deps, member, topic, requestNo);
    const mayDecide = mayStaff(member.roles, 'changes.decide');
    const { line, masked, checks, history, answer, files, decisions } = opened;
    const decidable = mayDecide && approval === null ? decisions : [];
    return ok({
      ...line,
      ...{ rows: [...masked], checks, history, answer, files },
      twoNeeded: twoNeeded(opened, member),
      approval,
      whyNotMine:
        decisions.length === 0
          ? null
          : approval !== null
            ? '已经有人同意，在等第二个人复核'
            : mayDecide
              ? null
              : '您的角色只能看',
      decisions: decidable.filter((kind) => kind !== 'approve' || opened.whyNotApproved === null),
      mayRead: mayDecide || mayStaff(member.roles, 'changes.approve'),
    });
  };
}

/** Why an approval by this person needs another one; null: one is enough. */
export function twoNeeded(opened: OpenedRequest, { roles }: Pick<ConsoleRequest['member'], 'roles'>): string | null {
  if (opened.movesIdentity !== null) return opened.movesIdentity;
  return mayStaff(roles, 'changes.approve') ? null : '您的角色同意后，要运营或合规复核';
}

export function readDeskRequest(deps: ChangeDeskDependencies): ConsoleHandler<ConsoleCalls['readDeskRequest']> {
  return async ({ requestNo, purpose }, request) => {
    const found = await openRequest(deps, request.member, requestNo);
    if (!found) return fail('not-found', NO_REQUEST);
    const { person, whole } = found.opened;
    await request.note({ subject: requestNo, person, detail: `看完整内容：${PURPOSES[purpose]}` });
    return ok({ rows: [...whole] });
  };
}

export function showDeskPaper(deps: ChangeDeskDependencies): ConsoleHandler<ConsoleCalls['showDeskPaper']> {
  return async ({ requestNo, fileId, purpose }, request) => {
    const found = await openRequest(deps, request.member, requestNo);
    const file = await found?.opened.paper(fileId);
    if (!found || !file) return fail('not-found', '没有这份材料');
    const detail = `看材料 ${fileId}：${PURPOSES[purpose]}`;
    await request.note({ subject: requestNo, person: found.opened.person, detail });
    return ok(file);
  };
}
