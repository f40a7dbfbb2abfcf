import type { CallFailure } from './client.ts';
import type { NetworkFailure, NoReplyReason } from './network-failure.ts';
import type { NoReply } from './use-action.ts';

/** What is the matter, and what to do about it. */
const WORDS: Readonly<Record<NoReplyReason, readonly [why: string, toDo: string]>> = {
  offline: ['网络不通', '检查网络后再试'],
  unreachable: ['没有连上', '换一个网络，或者过一会儿再试'],
  slow: ['等了很久没有回应', '请稍后再试'],
  blocked: ['被现在的网络挡住了', '换成手机流量再试'],
  busy: ['系统忙', '请稍后再试'],
};

/** `网络不通`: what is the matter. */
export const noReplyReason = ({ reason }: NetworkFailure): string => WORDS[reason][0];

/** `网络不通，检查网络后再试` */
export const noReplyAdvice = ({ reason }: NetworkFailure): string => WORDS[reason].join('，');

/** What a form says when no reply came: the reason, and that nothing typed is lost. */
export function noReplyText({ failure }: NoReply): string {
  return `${noReplyAdvice(failure)}。您填的内容还在`;
}

/**
 * What is said under a button whose call did not succeed: the server's own sentence or, without a reply, why there is none,
 * how things stand (`没有交上去`), that it may be tried again, and what to know then (`不会重复查`).
 */
export function failureText(reply: CallFailure | NoReply | NetworkFailure, standing = '', toKnow = ''): string {
  if ('message' in reply && !('reason' in reply)) return reply.message;
  const failure = 'failure' in reply ? reply.failure : reply;
  const [why, toDo] = WORDS[failure.reason];
  const then = failure.reason === 'unreachable' || failure.reason === 'blocked' ? toDo : '请再试一次';
  return [why, standing, then, toKnow].filter(Boolean).join('，');
}
