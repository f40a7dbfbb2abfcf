import type { CallFailure } from './client.ts';
import type { NoReply } from './use-action.ts';

/** What a form says when no reply came: the reason, and that nothing typed is lost. */
export function noReplyText({ failure }: NoReply): string {
  return failure.screen === 'offline' ? '网络不通。检查网络后再试，您填的内容还在' : '系统忙，请稍后再试';
}

/**
 * What is said under a button whose call did not succeed: the server's own sentence or, without a reply, why there is none,
 * how things stand (`没有交上去`), that it may be tried again, and what to know then (`不会重复查`).
 */
export function failureText(reply: CallFailure | NoReply, standing = '', toKnow = ''): string {
  if (!('failure' in reply)) return reply.message;
  const why = reply.failure.screen === 'offline' ? '网络不通' : '系统忙';
  return [why, standing, '请再试一次', toKnow].filter(Boolean).join('，');
}
