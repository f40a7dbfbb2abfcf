import { useState } from 'react';
import type { CallReply } from '../../api/client.ts';
import { noReplyText } from '../../api/no-reply-text.ts';
import type { NoReply } from '../../api/use-action.ts';
import { resendWaitS, type SmsSent } from './login-memory.ts';
import { useSecondsLeft } from './use-seconds-left.ts';

interface SentAnswer {
  readonly resendAfterSeconds: number;
  readonly validMinutes: number;
}

export interface CodeSending {
  /** Seconds until another may be asked for. */
  readonly waitS: number;
  /** Whether one was sent to this phone. */
  readonly sent: boolean;
  /** How long the last one is valid; null while it is not certain that it was sent. */
  readonly validMinutes: number | null;
  /** The last one, to whichever phone. */
  readonly last: SmsSent | null;
  /** Notes what became of asking for a code: null when it is on its way, else what to say. */
  note(reply: CallReply<SentAnswer> | NoReply): string | null;
}

/**
 * The wait between two text messages to one phone. `phone`: whatever tells one from another. `kept`: the last one, from
 * before a reload.
 */
export function useCodeSending(phone: string, kept: SmsSent | null = null): CodeSending {
  const [last, setLast] = useState(kept);
  const waitS = useSecondsLeft(() => resendWaitS(last, phone, Date.now()));
  const mine = last?.phone === phone ? last : null;
  return {
    waitS,
    sent: mine !== null,
    validMinutes: mine?.validMinutes ?? null,
    last,
    note(reply) {
      const nowMs = Date.now();
      if (reply.ok) {
        const { resendAfterSeconds, validMinutes } = reply.value;
        setLast({ phone, resendAtMs: nowMs + resendAfterSeconds * 1000, validMinutes });
        return null;
      }
      if (reply.name === 'no-reply') return noReplyText(reply);
      const wait = (reply.result as { resendAfterSeconds?: unknown } | null)?.resendAfterSeconds;
      if (typeof wait === 'number')
        setLast({ phone, resendAtMs: nowMs + wait * 1000, validMinutes: mine?.validMinutes ?? null });
      return reply.message;
    },
  };
}
