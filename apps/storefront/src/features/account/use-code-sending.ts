import { useState } from 'react';
import type { CallReply } from '../../api/client.ts';
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
  /** Notes what became of asking for a code: null when it is on its way, else what to say. */
  note(reply: CallReply<SentAnswer> | NoReply): string | null;
}

/** The wait between two text messages to one phone. `phone`: whatever tells one from another. */
export function useCodeSending(phone: string): CodeSending {
  const [last, setLast] = useState<SmsSent | null>(null);
  const waitS = useSecondsLeft(() => resendWaitS(last, phone, Date.now()));
  const mine = last?.phone === phone ? last : null;
  return {
    waitS,
    sent: mine !== null,
    validMinutes: mine?.validMinutes ?? null,
    note(reply) {
      const nowMs = Date.now();
      if (reply.ok) {
        const { resendAfterSeconds, validMinutes } = reply.value;
        setLast({ phone, resendAtMs: nowMs + resendAfterSeconds * 1000, validMinutes });
        return null;
      }
      if (reply.name === 'no-reply') return '没有连上，请检查网络后再试';
      const wait = (reply.result as { resendAfterSeconds?: unknown } | null)?.resendAfterSeconds;
      if (typeof wait === 'number')
        setLast({ phone, resendAtMs: nowMs + wait * 1000, validMinutes: mine?.validMinutes ?? null });
      return reply.message;
    },
  };
}
