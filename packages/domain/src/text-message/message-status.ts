import type { StatusTable } from '../status/index.ts';
import { refusalText } from './gateway-words.ts';
import { sendableMs } from './message-hours.ts';
import { messageKind } from './message-kinds.ts';

/**
 * How far a message is. `sending`: the gateway has it, or may have it; its receipt is to come. `temporary`: did not
 * arrive this time. `permanent`: nobody can be reached there. `technical`: something on our side or the gateway's.
 */
export type MessageStatus = 'created' | 'sending' | 'delivered' | 'temporary' | 'permanent' | 'technical' | 'unwanted';

export type MessageEvent =
  | 'Taken'
  | 'Arrived'
  | 'FailedForNow'
  | 'FailedForGood'
  | 'CouldNotSend'
  | 'SentByHand'
  | 'NotWanted';

export const MESSAGE_STATUS_TABLE: StatusTable<MessageStatus, MessageEvent> = {
  title: 'Text message',
  entries: [
    { status: 'created', key: 'Created', label: '等着发', tone: 'info' },
    { status: 'sending', key: 'Sending', label: '已交网关', tone: 'info' },
    { status: 'delivered', key: 'Delivered', label: '已送达', tone: 'success' },
    { status: 'temporary', key: 'Temporary', label: '暂时没送到', tone: 'warn' },
    { status: 'permanent', key: 'Permanent', label: '送不到', tone: 'error' },
    { status: 'technical', key: 'Technical', label: '技术问题', tone: 'error' },
    { status: 'unwanted', key: 'Unwanted', label: '本人不收', tone: 'neutral' },
  ],
  initial: ['created', 'sending', 'technical', 'unwanted'],
  terminal: ['delivered', 'permanent', 'unwanted'],
  rows: [
    ['created', 'sending', 'Taken'],
    ['temporary', 'sending', 'Taken'],
    ['sending', 'delivered', 'Arrived'],
    ['sending', 'temporary', 'FailedForNow'],
    ['sending', 'permanent', 'FailedForGood'],
    ['sending', 'technical', 'CouldNotSend'],
    ['technical', 'created', 'SentByHand'],
    ['created', 'unwanted', 'NotWanted'],
  ],
};

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Pauses after each try that failed for now; then it is given up. */
const PAUSES_MS = [5 * MINUTE_MS, 30 * MINUTE_MS, 2 * HOUR_MS, 12 * HOUR_MS];
/** So long carriers try to reach a phone that is off; whatever has no receipt by then has none. */
export const RECEIPTS_UNTIL_MS = 72 * HOUR_MS;
/** So long a delivery is kept. */
export const MESSAGES_KEPT_MS = 180 * 24 * HOUR_MS;

/** When the sender tries again after so many tries, outside the night; null: not by itself. */
export function nextTryMs(kind: string, tries: number, nowMs: number): number | null {
  const pause = messageKind(kind).again === 'sender' ? PAUSES_MS[tries - 1] : undefined;
  return pause === undefined ? null : sendableMs(kind, nowMs + pause);
}

/** When the gateway is asked again what became of a message; null: no more. */
export function nextAskMs(sentAtMs: number, nowMs: number): number | null {
  const age = nowMs - sentAtMs;
  if (age >= RECEIPTS_UNTIL_MS) return null;
  if (age < 10 * MINUTE_MS) return nowMs + 2 * MINUTE_MS;
  if (age < 2 * HOUR_MS) return nowMs + 20 * MINUTE_MS;
  return nowMs + 6 * HOUR_MS;
}

/** What is known of a failure, in words that claim no more. */
const REASONS: Readonly<Record<string, string>> = {
  limited: '这个号码短时间收到的短信太多，网关让等一等',
  'not-taken': '网关没有收到这一条',
  'no-receipt': '72 小时没有回执，可能到了，也可能没到',
  'wrong-number': '号码不对，运营商说没有这个号码',
  'not-reached': '运营商没有送到，没说是关机还是没信号',
  'black-list': '号码在网关的拒收名单里',
  text: '填进去的内容里有证件号、手机号或病名，没有发',
};

/** Why a message did not arrive; `code`: the gateway's own word for it, where it refused the message. */
export function messageReason(reason: string): { readonly text: string; readonly code: string | null } {
  const text = REASONS[reason];
  return text === undefined ? { text: refusalText(reason), code: reason } : { text, code: null };
}
