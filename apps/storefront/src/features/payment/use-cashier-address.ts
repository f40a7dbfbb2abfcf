import { useCallback } from 'react';
import { calls } from '../../api/calls.ts';
import { useAction } from '../../api/use-action.ts';
import type { PayStart } from './pay-ways.ts';

/** Cashiers with a page of their own that is opened by its address. */
export type AddressedCashier = Exclude<PayStart, 'jsapi' | 'unionpay'>;

type Input = { readonly orderNo: string; readonly returnQuery: string };

const QUIETLY = { quietFailure: true } as const;

/** Starts a payment at a cashier and answers where its page is. */
export function useCashierAddress() {
  const [h5] = useAction(calls.wechatWapPay, QUIETLY);
  const [alipay] = useAction(calls.alipayWapPay, QUIETLY);
  const [lakala] = useAction(calls.lakalaGetOrderNo, QUIETLY);
  const [rb] = useAction(calls.rbGetPayUrl, QUIETLY);
  const [medicalAccount] = useAction(calls.medicalAccountWapPay, QUIETLY);
  return useCallback(
    (cashier: AddressedCashier, input: Input) =>
      ({ h5, alipay, lakala, rb, 'medical-account': medicalAccount })[cashier](input),
    [h5, alipay, lakala, rb, medicalAccount],
  );
}
