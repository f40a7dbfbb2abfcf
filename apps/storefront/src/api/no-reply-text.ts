import type { NoReply } from './use-action.ts';

/** What a form says when no reply came: the reason, and that nothing typed is lost. */
export function noReplyText({ failure }: NoReply): string {
  return failure.screen === 'offline' ? '网络不通。检查网络后再试，您填的内容还在' : '系统忙，请稍后再试';
}
