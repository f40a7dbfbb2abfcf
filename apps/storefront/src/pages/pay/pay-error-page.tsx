import { useEffect } from 'react';
import { calls } from '../../api/calls.ts';
import { useCall } from '../../api/use-call.ts';
import { useChannel, useNavigation, useProduct, useQuery } from '../../context/index.ts';
import { PAY_ERROR_MESSAGES, type PayErrorReason, payErrorReason } from '../../features/payment/payment-messages.ts';
import { orderRoute, payRoute, routeInstead } from '../../features/payment/payment-screens.ts';
import { Button, copyText, Page, PhoneLink, Result, Skeleton } from '../../ui/index.ts';
import { LoadProblem } from './load-problem.tsx';
import { useOrderNo } from './use-order-no.ts';
import { usePayable } from './use-payable.ts';

/** #/pay_error: why a payment cannot be made here, and what to do instead. */
export default function PayErrorPage() {
  const orderNo = useOrderNo();
  const reason = payErrorReason(useQuery().get('reason'));
  return orderNo === '' ? (
    <Explained reason={reason} orders="/orders" />
  ) : (
    <OfOrder orderNo={orderNo} reason={reason} />
  );
}

/** The address knows the reason only; whether money moved is asked before anything is said or offered. */
function OfOrder({ orderNo, reason }: { orderNo: string; reason: PayErrorReason }) {
  const { navigate } = useNavigation();
  const { value, state, failure, reload } = useCall(calls.queryInsureOrder, { orderNo }, { quietFailure: true });
  const inTime = usePayable(value);
  const instead = value && routeInstead('pay_error', value);
  useEffect(() => {
    if (instead) navigate(instead, { replace: true });
  }, [instead, navigate]);

  if (state === 'failed') return <LoadProblem title="温馨提示" failure={failure} onReload={reload} />;
  if (state === 'loading' || !value || instead) {
    return (
      <Page>
        <Result tone="wait" title="正在查询付款结果" lead="请不要重复付款" />
        <Skeleton lines={[50, 50]} />
      </Page>
    );
  }
  const mayPay = inTime && reason !== 'window' && reason !== 'browser';
  return (
    <Explained
      reason={inTime ? reason : 'window'}
      orders={orderRoute('/orderDetail', orderNo)}
      isUncharged
      another={mayPay ? payRoute(orderNo, 'another') : null}
    />
  );
}

type Props = {
  reason: PayErrorReason;
  /** Where to look for the order. */
  orders: string;
  /** By the provider's word. */
  isUncharged?: boolean;
  /** Where another way to pay is chosen. */
  another?: string | null;
};

function Explained({ reason, orders, isUncharged = false, another = null }: Props) {
  const { tel } = useProduct();
  const inMessagingApp = useChannel().canAuthorise;
  const { title, text } = PAY_ERROR_MESSAGES[reason];
  const address = `${window.location.origin}/#${orders}`;
  const isFirst = reason !== 'browser' && another === null;
  return (
    <Page>
      <Result tone="err" title={title} lead={isUncharged ? `没有扣款。${text}` : text} />
      {reason === 'browser' && inMessagingApp && <p className="center">请点右上角“…”，选“在浏览器打开”</p>}
      <div className="buttons mt6">
        {reason === 'browser' && (
          <Button block onPress={() => void copyText(address)}>
            复制订单链接
          </Button>
        )}
        {another && (
          <Button block href={`#${another}`}>
            换一种方式付款
          </Button>
        )}
        <Button kind={isFirst ? 'primary' : 'neutral'} block href={`#${orders}`}>
          查看订单
        </Button>
      </div>
      <p className="note mt4 center">
        还是不行？<PhoneLink tel={tel}>打 {tel}</PhoneLink>
      </p>
    </Page>
  );
}
