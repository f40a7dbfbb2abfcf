import { keptQueryOf } from '@huimin/domain/share';
import { useCallback, useEffect, useState } from 'react';
import { calls } from '../../api/calls.ts';
import type { CallFailure } from '../../api/client.ts';
import { failureText } from '../../api/no-reply-text.ts';
import { type NoReply, useAction } from '../../api/use-action.ts';
import { browserStorage } from '../../channel/browser-storage.ts';
import type { Channel, PayHint } from '../../channel/channel.ts';
import { keptMiniTicket } from '../../context/mini-ticket.ts';
import type { PayWay } from './pay-ways.ts';
import { submitForm } from './submit-form.ts';
import { useCashierAddress } from './use-cashier-address.ts';

export type StartEnd =
  /** The browser is on its way to the cashier. */
  | { readonly kind: 'leaving' }
  /** The messaging app's cashier was shown and answered; only the server knows what really happened. */
  | { readonly kind: 'answered'; readonly hint: PayHint }
  /** No cashier was shown, so nothing was charged by this press. */
  | { readonly kind: 'not-started'; readonly name: string | null; readonly message: string };

/** A browser that has not left by then is not going to. */
const LEAVING_MS = 10_000;

/**
 * Starts a payment of an order the way this browser can. One at a time. `consentVersion`: the payer has agreed to this text
 * and signs for next year along; over the bridge only.
 */
export function useStartPayment(orderNo: string, channel: Channel) {
  const [startBridge] = useAction(calls.jsapiPay, { quietFailure: true });
  const [startSigning] = useAction(calls.signAndPay, { quietFailure: true });
  const [startUnionpayCashier] = useAction(calls.unionpayWapPay, { quietFailure: true });
  const startCashier = useCashierAddress();
  const [busy, setBusy] = useState(false);

  // Back from the cashier the page may come out of the browser's page cache just as it was left.
  useEffect(() => {
    const rest = () => setBusy(false);
    window.addEventListener('pageshow', rest);
    return () => window.removeEventListener('pageshow', rest);
  }, []);

  const start = useCallback(
    async (way: PayWay, consentVersion: number | null = null): Promise<StartEnd> => {
      setBusy(true);
      const by = way.start;
      if (by !== 'jsapi') {
        const kept = new URLSearchParams(keptQueryOf(window.location.hash.split('?')[1] ?? ''));
        const input = { orderNo, returnQuery: kept.toString() };
        const leave = async (): Promise<StartEnd> => {
          if (by === 'unionpay') {
            const reply = await startUnionpayCashier(input);
            if (!reply.ok) return notStarted(reply);
            submitForm(reply.value);
          } else {
            const reply = await startCashier(by, input);
            if (!reply.ok) return notStarted(reply);
            // A plain navigation: the cashier wants to see which site the payer comes from.
            window.location.href = reply.value.payUrl;
          }
          return { kind: 'leaving' };
        };
        const end = await leave();
        if (end.kind === 'leaving') setTimeout(() => setBusy(false), LEAVING_MS);
        else setBusy(false);
        return end;
      }
      const pressed = async (): Promise<StartEnd> => {
        if (consentVersion !== null) {
          const reply = await startSigning({ orderNo, consentVersion });
          if (!reply.ok) return notStarted(reply);
          return { kind: 'answered', hint: await channel.payWithWechat(reply.value.bridge) };
        }
        const inMiniProgram = channel.kind === 'mini-program';
        const miniTicket = inMiniProgram ? { miniTicket: keptMiniTicket(browserStorage('sessionStorage')) } : {};
        const reply = await startBridge({ orderNo, ...miniTicket });
        if (!reply.ok) return notStarted(reply);
        return { kind: 'answered', hint: await channel.payWithWechat(reply.value) };
      };
      const end = await pressed();
      setBusy(false);
      return end;
    },
    [orderNo, channel, startBridge, startSigning, startCashier, startUnionpayCashier],
  );
  return { start, busy };
}

function notStarted(reply: CallFailure | NoReply): StartEnd {
  return { kind: 'not-started', name: reply.name, message: failureText(reply, '这次没有付款') };
}
