import type { WithholdingContractValue } from '@huimin/contract';
import { formatDateTime } from '@huimin/domain/date';
import { TOLD_BEFORE_DAYS } from '@huimin/domain/withholding';
import type { EventRow, NotedEvent } from './contract-store.ts';
import type { MessageRow } from './message-store.ts';

type Step = WithholdingContractValue['history'][number];
type Happened = Step & { readonly atMs: number };

/** How a kind of event reads; what is not listed here is not told. */
const TITLES: Partial<Readonly<Record<NotedEvent, { readonly title: string; readonly state: Step['state'] }>>> = {
  Signed: { title: '您开通了自动重新投保', state: 'done' },
  NotSigned: { title: '没有开通成功', state: 'bad' },
  YearConfirmed: { title: '您确认了继续投保', state: 'done' },
  YearSkipped: { title: '您选了这一年不扣', state: 'done' },
  YearEnded: { title: '这一年没有扣费', state: 'done' },
  ChargeBooked: { title: '已预约扣费', state: 'done' },
  ChargeSucceeded: { title: '扣费成功', state: 'done' },
  ChargeFailed: { title: '没有扣成', state: 'bad' },
  Paused: { title: '先不再扣了', state: 'done' },
  EndedByUser: { title: '您关闭了自动重新投保', state: 'done' },
  EndedByMerchant: { title: '自动重新投保已由我们关闭', state: 'done' },
  EndedByTime: { title: '自动重新投保到期了', state: 'done' },
};

const NOTES: Partial<Readonly<Record<NotedEvent, string>>> = {
  EndedByUser: '本人操作',
  Paused: '下一年开售后，您确认了才会再扣',
};

/** What happened, newest first. */
export function historyOf(events: readonly EventRow[], messages: readonly MessageRow[]): Step[] {
  const happened = [...events.flatMap(eventStep), ...toldSteps(messages)];
  return happened.sort((a, b) => b.atMs - a.atMs).map(({ atMs: _, ...step }) => step);
}

function eventStep(event: EventRow): Happened[] {
  const told = TITLES[event.event];
  if (!told) return [];
  const note = event.note ?? NOTES[event.event] ?? null;
  return [{ ...told, note, amountFen: event.amount_fen, at: formatDateTime(event.at), atMs: event.at }];
}

/** One line for each year: the messages before its charge that the gateway took. */
function toldSteps(messages: readonly MessageRow[]): Happened[] {
  const sent = messages.filter(({ kind, state }) => kind.startsWith('before-') && state === 'SENT');
  return [...new Set(sent.map(({ edition_code }) => edition_code))].map((edition) => {
    const own = sent.filter(({ edition_code }) => edition_code === edition);
    const days = TOLD_BEFORE_DAYS.filter((day) => own.some(({ kind }) => kind === `before-${day}`));
    const atMs = Math.max(...own.map(({ sent_at }) => sent_at ?? 0));
    const note = `提前 ${days.map((day) => `${day} 天`).join('、')}，共 ${own.length} 条`;
    return { state: 'done' as const, title: '扣费前短信已发', note, amountFen: null, at: formatDateTime(atMs), atMs };
  });
}
