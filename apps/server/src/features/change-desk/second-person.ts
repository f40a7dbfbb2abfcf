import type { DeskTopicName } from '@huimin/domain/endorsement';
import { type ApprovalKind, NotPossible, type StaffMember } from '../staff/index.ts';
import type { TopicDependencies } from './change-desk-deps.ts';
import { dataChanges } from './data-changes.ts';
import type { DeskTopic } from './desk-topic.ts';
import { midYearRequests } from './mid-year-requests.ts';
import { phoneRequests } from './phone-requests.ts';

export const CHANGE_AGREE = 'change-agree';
const LASTS_MS = 3 * 24 * 60 * 60_000;

interface Agreed {
  readonly requestNo: string;
}

const LABELS: Readonly<Record<DeskTopicName, string>> = {
  data: '改信息',
  phone: '换登录手机号',
  'mid-year': '中途参保',
};

export type DeskTopics = Readonly<Record<DeskTopicName, DeskTopic>>;

export const deskTopics = (deps: TopicDependencies): DeskTopics => ({
  data: dataChanges(deps),
  phone: phoneRequests(deps),
  'mid-year': midYearRequests(deps),
});

/** What a number leads to. */
export function topicOfNo(topics: DeskTopics, requestNo: string): { topic: DeskTopic; id: bigint } | null {
  for (const topic of Object.values(topics)) {
    const id = topic.idOf(requestNo);
    if (id !== null) return { topic, id };
  }
  return null;
}

/** How a request is called where it waits for the second person, and the number in that. */
export const approvalSubject = (topic: DeskTopicName, requestNo: string) => `${LABELS[topic]} ${requestNo}`;
const numberIn = (subject: string) => subject.split(' ').at(-1) ?? '';

/** Two people of one name are two. */
export const signerOf = ({ name, account }: StaffMember) => `${name}（${account}）`;

/** What one person agreed to is carried out when another one has looked too, with everything looked at anew. */
export function changeAgreeKind(deps: TopicDependencies): ApprovalKind<Agreed> {
  return {
    ...{
      kind: CHANGE_AGREE,
      title: '复核变更申请',
      asks: 'changes.decide',
      decides: 'changes.approve',
      lastsMs: LASTS_MS,
    },
    async within({ requestNo }, { scope }, { query }) {
      const place = topicOfNo(deskTopics(deps), requestNo);
      return place !== null && (await place.topic.open(query, scope, place.id)) !== null;
    },
    async run({ requestNo }, { query, askedBy, decidedBy }) {
      const place = topicOfNo(deskTopics(deps), requestNo);
      const request = place && (await place.topic.open(query, askedBy.scope, place.id));
      if (!request?.isOpen)
        throw new NotPossible('staff-rule', '这份申请已经不在等审核：有了结果、在等材料，或者撤回了');
      if (request.whyNotApproved !== null) throw new NotPossible('staff-rule', request.whyNotApproved);
      const by = [askedBy, ...(decidedBy ? [decidedBy] : [])].map(signerOf).join('、');
      const done = await request.decide(query, { kind: 'approve', by, note: null });
      if (!done.ok) throw new NotPossible('staff-rule', done.message ?? '没有办成');
    },
  };
}

/** Requests that wait for the second person, by topic. */
export async function waitingForSecond(deps: TopicDependencies, topics: DeskTopics) {
  const rows = await deps.database.query<{ subject: string }>(
    `select subject from staff_approvals where kind = $1 and status = 'waiting' and expires_at > $2`,
    [CHANGE_AGREE, new Date(deps.clock.now())],
  );
  const found: Record<DeskTopicName, bigint[]> = { data: [], phone: [], 'mid-year': [] };
  for (const { subject } of rows) {
    const place = topicOfNo(topics, numberIn(subject));
    if (place) found[place.topic.topic].push(place.id);
  }
  return found;
}
