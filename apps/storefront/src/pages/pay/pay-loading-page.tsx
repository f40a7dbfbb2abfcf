import './pay.css';
import { formatYuanWithSign } from '@huimin/domain/money';
import { useEffect, useState } from 'react';
import { useClient } from '../../api/client-context.ts';
import { useChannel, useNavigation, useProduct, useQuery } from '../../context/index.ts';
import { payWays } from '../../features/payment/pay-ways.ts';
import { PAYMENT_STATE_MESSAGES } from '../../features/payment/payment-messages.ts';
import { orderRoute, routeInstead } from '../../features/payment/payment-screens.ts';
import { askPaymentState, useWatchedPayment } from '../../features/payment/use-payment-state.ts';
import { Button, Card, KeyValues, Notice, Page, Result, toast } from '../../ui/index.ts';
import { LogInForResult } from './load-problem.tsx';
import { OrderMissing } from './order-missing.tsx';
import { useOrderNo } from './use-order-no.ts';

const ASK_EVERY_MS = 2_000;
const ASK_FOR_MS = 60_000;
/** Most results are there sooner; who still looks then waits for one. */
const WAITING_AFTER_MS = 8_000;

/**
 * #/payLoading: asks the server, which asks the provider, what became of the payment. `hint` is what the messaging app's
 * cashier answered; without one the payer came back from the cashier's page, perhaps without having paid.
 */
export default function PayLoadingPage() {
  const orderNo = useOrderNo();
  return orderNo === '' ? <OrderMissing title="确认支付" /> : <WaitingForResult orderNo={orderNo} />;
}

function WaitingForResult({ orderNo }: { orderNo: string }) {
  const { navigate } = useNavigation();
  const product = useProduct();
  const channel = useChannel();
  const client = useClient();
  const query = useQuery();
  const hint = query.get('hint');
  const [saysPaid, setSaysPaid] = useState(hint === 'ok');
  const ways = payWays(product, channel.kind);

  const { state, end, again } = useWatchedPayment(orderNo, {
    until: (value) => routeInstead('payLoading', value) !== null,
    everyMs: ASK_EVERY_MS,
    forMs: ASK_FOR_MS,
    waitingAfterMs: WAITING_AFTER_MS,
  });
  // A promise stands until the result is there, also when a later answer does not repeat it.
  const [isTold, setTold] = useState(false);
  if (state?.isTold && !isTold) setTold(true);
  const cashierFailed = hint === 'fail' && state?.payment === 'unpaid';
  const instead = state && routeInstead('payLoading', state);
  // Paid with a contract signed along: the page that also says what became of it.
  const signed = state?.payment === 'paid' && query.has('signed');
  const next =
    state &&
    (cashierFailed ? orderRoute('/payFail', orderNo) : signed ? orderRoute('/paySuccessSubscribed', orderNo) : instead);
  useEffect(() => {
    if (next) navigate(next, { replace: true });
  }, [next, navigate]);

  if (end === 'refused') return <OrderMissing title="确认支付" />;
  if (end === 'logged-out') return <LogInForResult />;

  const refresh = () => {
    setSaysPaid(true);
    again();
  };
  const saysUnpaid = async () => {
    const asked = await askPaymentState(client, orderNo);
    if (typeof asked === 'string') toast('还没有查到结果，请稍后再看');
    else if (asked.value.payment === 'unpaid') navigate(orderRoute('/payFail', orderNo), { replace: true });
    else again();
  };
  const message = PAYMENT_STATE_MESSAGES[end !== 'timeout' ? 'confirming' : isTold ? 'told-later' : 'unanswered'];
  const mayBeUnpaid = !saysPaid && state?.payment === 'unpaid';
  return (
    <Page>
      {end === 'timeout' ? (
        <Result tone="neutral" art={<ClockArt />} title={message.title} lead={message.text} />
      ) : (
        <Result tone="wait" title={message.title} lead={message.text} />
      )}
      <Card>
        <KeyValues
          items={[
            { label: '订单号', value: orderNo, num: true },
            { label: '付款方式', value: state?.methodLabel ?? (ways.length === 1 ? ways[0]?.label : null) },
            { label: '金额', value: state && formatYuanWithSign(state.premiumFen), num: true },
          ]}
        />
      </Card>
      <Notice>可以先离开。结果会更新到“我的订单”{isTold && '，也会发短信'}。</Notice>
      <div className="buttons mt6">
        {mayBeUnpaid ? (
          <>
            <Button kind="neutral" block onPress={refresh}>
              已经付好了
            </Button>
            <Button kind="neutral" block onPress={() => void saysUnpaid()}>
              还没付
            </Button>
          </>
        ) : (
          <Button kind="neutral" block onPress={refresh}>
            我已付款，刷新结果
          </Button>
        )}
        <Button kind="text" block href={`#${orderRoute('/orderDetail', orderNo)}`}>
          {end === 'timeout' ? '查看订单' : '先去看订单'}
        </Button>
        {end === 'timeout' && (
          <Button kind="text" block href={`#${orderRoute('/orderMoney', orderNo)}`}>
            付款和退款记录
          </Button>
        )}
      </div>
    </Page>
  );
}

function ClockArt() {
  return (
    <svg width="88" height="88" viewBox="0 0 88 88" aria-hidden="true">
      <circle cx="44" cy="44" r="44" fill="var(--c-info-soft)" />
      <circle cx="44" cy="44" r="30" fill="var(--c-link)" />
      <path
        d="M44 28v17l11 7"
        stroke="var(--c-surface)"
        strokeWidth="5"
        strokeLinecap="round"
        strokeLinejoin="round"
        fill="none"
      />
    </svg>
  );
}
