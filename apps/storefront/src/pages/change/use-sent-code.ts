import { useState } from 'react';
import { calls } from '../../api/calls.ts';
import { useAction } from '../../api/use-action.ts';
import { useSecondsLeft } from '../../features/account/use-seconds-left.ts';

/** A code for a change: asking for it, and how long until the next. Answers what went wrong, or null. */
export function useSentCode(to: 'login-phone' | 'new-phone') {
  const [sent, setSent] = useState<{ atMs: number; text: string | null } | null>(null);
  const [run] = useAction(calls.sendChangeCode, { quietFailure: true });
  const waitS = useSecondsLeft(() => Math.max(0, Math.ceil(((sent?.atMs ?? 0) - Date.now()) / 1000)));
  const send = async (changeNo: string): Promise<string | null> => {
    const reply = await run({ changeNo, to });
    if (reply.ok) {
      const { phoneMasked, resendAfterSeconds, validMinutes } = reply.value;
      setSent({
        atMs: Date.now() + resendAfterSeconds * 1000,
        text: `已发送到 ${phoneMasked}，${validMinutes} 分钟内有效`,
      });
      return null;
    }
    if (reply.name === 'no-reply') return '网络不通。检查网络后再试，您填的内容还在';
    const wait = (reply.result as { resendAfterSeconds?: unknown } | null)?.resendAfterSeconds;
    if (typeof wait === 'number') setSent({ atMs: Date.now() + wait * 1000, text: sent?.text ?? null });
    return reply.message;
  };
  return { send, waitS, sentText: sent?.text ?? null };
}
