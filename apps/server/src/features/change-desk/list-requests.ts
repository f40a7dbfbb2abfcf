import type { ConsoleCalls } from '@huimin/contract/console';
import { beijingDateTime } from '@huimin/domain/date';
import { mayStaff } from '@huimin/domain/staff';
import { fail, ok } from '../../http/handler.ts';
import type { ConsoleHandler, WaitingCounter } from '../staff/index.ts';
import type { ChangeDeskDependencies, TopicDependencies } from './change-desk-deps.ts';
import { isId, placeOf } from './desk-topic.ts';
import { deskTopics, waitingForSecond } from './second-person.ts';

const PAGE = 40;
const STANDS = ['review', 'second', 'waiting'] as const;
const TOPICS = ['data', 'phone', 'mid-year'] as const;
/** As the log of looks says them. */
const TOPIC_NAMES = { data: '改信息', phone: '换登录手机号', 'mid-year': '中途参保' } as const;
const STAND_NAMES = { review: '待审', second: '待复核', waiting: '等材料', done: '办过的' } as const;

export function listDeskRequests(deps: ChangeDeskDependencies): ConsoleHandler<ConsoleCalls['listDeskRequests']> {
  const topics = deskTopics(deps);
  return async (input, request) => {
    const { topic: name = 'data', stand = 'review', ...narrowed } = input;
    if (input.after !== undefined && !isId(placeOf(input.after)[1])) return fail('bad-input', '没有这一页，请回到开头');
    const { scope } = request.member;
    const second = await waitingForSecond(deps, topics);
    const topic = topics[name];
    const wanted = { ...narrowed, scope, stand, second: second[name] };
    const rows = await topic.page(wanted, PAGE + 1);
    const count = (which: (typeof TOPICS)[number], at: (typeof STANDS)[number]) =>
      topics[which].count({ scope, stand: at, second: second[which] });
    const waiting = { data: 0, phone: 0, 'mid-year': 0 };
    for (const which of TOPICS) waiting[which] = await count(which, 'review');
    const counts = {
      review: waiting[name],
      second: await count(name, 'second'),
      waiting: await count(name, 'waiting'),
    };
    if (input.after === undefined)
      await request.note({ subject: '变更申请', detail: `${TOPIC_NAMES[name]}，${STAND_NAMES[stand]}` });
    return ok({
      topics: waiting,
      counts,
      requests: rows.slice(0, PAGE).map(({ line }) => line),
      next: rows.length > PAGE ? (rows[PAGE - 1]?.cursor ?? null) : null,
      at: beijingDateTime(deps.clock.now()),
    });
  };
}

/** What waits for a decision, for whoever may decide. */
export function countChangeRequests(deps: TopicDependencies): WaitingCounter {
  const topics = deskTopics(deps);
  return async ({ roles, scope }): Promise<Readonly<Record<string, number>>> => {
    if (!mayStaff(roles, 'changes.decide')) return {};
    const second = await waitingForSecond(deps, topics);
    let changes = 0;
    for (const name of TOPICS) changes += await topics[name].count({ scope, stand: 'review', second: second[name] });
    return { changes };
  };
}
