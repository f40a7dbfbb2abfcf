import { keptQueryOf } from '@huimin/domain/share';
import { useCallback, useEffect, useRef, useState } from 'react';
import { calls } from '../../api/calls.ts';
import type { CallFailure } from '../../api/client.ts';
import { useClient } from '../../api/client-context.ts';
import { NetworkFailure } from '../../api/network-failure.ts';
import { failureText } from '../../api/no-reply-text.ts';
import { type NoReply, useAction } from '../../api/use-action.ts';
import { pollUntil } from './poll-until.ts';

/** What the browser brought back from the bureau's page: a hint that the server follows. */
export interface BroughtBack {
  readonly appId: string;
  readonly encData: string;
}

export type PermissionEnd =
  /** The browser is on its way to the bureau's page. */
  | { readonly kind: 'leaving' }
  /** The payment can be started. */
  | { readonly kind: 'permitted' }
  /** It cannot; nothing was charged. */
  | { readonly kind: 'refused'; readonly name: string | null; readonly message: string };

type PermissionState = 'granted' | 'waiting' | 'declined' | 'expired';

const ASK_EVERY_MS = 2_000;
const ASK_FOR_MS = 60_000;
/** A browser that has not left by then is not going to. */
const LEAVING_MS = 10_000;

const NOT_GRANTED: Readonly<Record<Exclude<PermissionState, 'granted'>, string>> = {
  waiting: '医保局还没有把授权结果告诉我们，没有扣款。请稍后再付，或者更换支付方式',
  declined: '您没有授权，没有扣款。订单还为您保留着，可以更换支付方式',
  expired: '授权已经过期，没有扣款。请重新付款并授权',
};

/** Gets the permission to pay an order from a personal account: asks about the account, then its owner at the bureau. */
export function useMedicalPermission(orderNo: string) {
  const client = useClient();
  const [askAccount] = useAction(calls.medicalAccountIsOpen, { quietFailure: true });
  const [askOwner] = useAction(calls.medicalAccountPermission, { quietFailure: true });
  const [busy, setBusy] = useState(false);
  const gone = useRef(false);

  useEffect(() => {
    gone.current = false;
    // Back from the bureau the page may come out of the browser's page cache just as it was left.
    const rest = () => setBusy(false);
    window.addEventListener('pageshow', rest);
    return () => {
      gone.current = true;
      window.removeEventListener('pageshow', rest);
    };
  }, []);

  /** Only after the payer has agreed to the question. */
  const ask = useCallback(async (): Promise<PermissionEnd> => {
    setBusy(true);
    const account = await askAccount({ orderNo, consent: true });
    if (!account.ok || !account.value.open) {
      setBusy(false);
      return account.ok ? refused({ name: null, message: account.value.message }) : refused(account);
    }
    const kept = new URLSearchParams(keptQueryOf(window.location.hash.split('?')[1] ?? ''));
    const owner = await askOwner({ orderNo, returnQuery: kept.toString() });
    if (!owner.ok || owner.value.permissionUrl === null) {
      setBusy(false);
      return owner.ok ? { kind: 'permitted' } : refused(owner);
    }
    setTimeout(() => setBusy(false), LEAVING_MS);
    window.location.href = owner.value.permissionUrl;
    return { kind: 'leaving' };
  }, [orderNo, askAccount, askOwner]);

  /** Back from the bureau: asks the server until it knows what the owner decided. Null once nobody listens any more. */
  const confirm = useCallback(
    async (brought: BroughtBack): Promise<PermissionEnd | null> => {
      setBusy(true);
      let last = 'waiting' as PermissionState;
      const end = await pollUntil<PermissionState>({
        ask: async () => {
          try {
            const reply = await client.call(calls.medicalAccountAuthorised, brought, { quietFailure: true });
            return reply.ok ? { value: reply.value.state } : 'refused';
          } catch (problem) {
            if (!(problem instanceof NetworkFailure)) throw problem;
            return 'no-answer';
          }
        },
        until: (state) => state !== 'waiting',
        onValue: (state) => {
          last = state;
        },
        clock: performance,
        wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
        everyMs: ASK_EVERY_MS,
        forMs: ASK_FOR_MS,
        stopped: () => gone.current,
      });
      if (end === 'stopped') return null;
      setBusy(false);
      if (end === 'refused') return refused({ name: null, message: '没有找到这次授权，没有扣款。请重新付款' });
      return last === 'granted' ? { kind: 'permitted' } : refused({ name: null, message: NOT_GRANTED[last] });
    },
    [client],
  );

  return { ask, confirm, busy };
}

function refused(reply: CallFailure | NoReply | { name: null; message: string }): PermissionEnd {
  const message = 'message' in reply ? reply.message : failureText(reply, '这次没有付款');
  return { kind: 'refused', name: reply.name, message };
}
