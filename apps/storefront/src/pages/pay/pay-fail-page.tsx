import '../../ui/bullet.css';
import './pay.css';
import { formatDateTime } from '@huimin/domain/date';
import { useEffect } from 'react';
import { calls } from '../../api/calls.ts';
import { useCall } from '../../api/use-call.ts';
import { useChannel, useElderMode, useNavigation, useProduct, useServerClock } from '../../context/index.ts';
import { payWays } from '../../features/payment/pay-ways.ts';
import { PAYMENT_STATE_MESSAGES } from '../../features/payment/payment-messages.ts';
import { orderRoute, payRoute, routeInstead } from '../../features/payment/payment-screens.ts';
import { useAgainWords } from '../../features/sale/again-words.ts';
import { useCanChoosePeople } from '../../features/sale/use-can-choose-people.ts';
import { Button, Card, Countdown, KeyValues, Page, PhoneLink, Result, Skeleton, telHref } from '../../ui/index.ts';
import { LoadProblem } from './load-problem.tsx';
import { OrderMissing } from './order-missing.tsx';
import { useOrderNo } from './use-order-no.ts';
import { usePayable } from './use-payable.ts';

/** #/payFail: nothing was charged, by the provider's word; whether the order can still be paid. */
export default function PayFailPage() {
  const orderNo = useOrderNo();
  const { navigate } = useNavigation();
  const product = useProduct();
  const channel = useChannel();
  const clock = useServerClock();
  const elder = useElderMode();
  const onSale = useCanChoosePeople();
  const againOf = useAgainWords();
  const { state, value, failure, reload } = useCall(
    calls.queryInsureOrder,
    { orderNo },
    { quietFailure: true, when: orderNo !== '' },
  );
  const inTime = usePayable(value);
  const instead = value && routeInstead('payFail', value);
  useEffect(() => {
    if (instead) navigate(instead, { replace: true });
  }, [instead, navigate]);

  if (orderNo === '') return <OrderMissing title="支付失败" />;
  // An older answer says nothing about now: "not charged" is shown on a fresh one only.
  if (state === 'failed') return <LoadProblem title="付款结果" failure={failure} onReload={reload} />;
  if (state === 'loading' || !value || instead) {
    return (
      <Page>
        <Result tone="wait" title="正在查询付款结果" lead="请不要重复付款" />
        <Skeleton lines={[120, 50, 50]} />
      </Page>
    );
  }

  const payable = value.payment === 'unpaid' && inTime;
  const message = PAYMENT_STATE_MESSAGES[value.payment === 'unpaid' && !payable ? 'closed' : value.payment];
  const severalWays = payWays(product, channel.kind).length > 1;
  const order = `#${orderRoute('/orderDetail', orderNo)}`;
  return (
    <Page>
      <Result
        tone="err"
        title={message.title}
        lead={
          payable ? (
            <>
              没有扣款，订单还为您保留{' '}
              <b>
                <Countdown untilMs={value.expiresAtMs} serverOffsetMs={clock.offsetMs()} />
              </b>
            </>
          ) : (
            [message.text, againOf(value)?.words].filter(Boolean).join('。')
          )
        }
      />
      {payable && (
        <Card>
          <KeyValues items={[{ label: '订单保留至', value: formatDateTime(value.expiresAtMs), num: true }]} />
          <hr className="pay-line" />
          <h2 className="card-title">您可以</h2>
          <ul>
            <li className="bullet">{elder ? '看看付款的账户里钱够不够，再付一次' : '检查余额和网络后，再付一次'}</li>
            {severalWays && <li className="bullet">换一种方式付款</li>}
            <li className="bullet">先不付，到时间订单会自动关闭，不会扣款</li>
          </ul>
        </Card>
      )}
      <div className="buttons mt6">
        {payable && (
          <Button block href={`#${payRoute(orderNo, value.method)}`}>
            重新支付
          </Button>
        )}
        {payable && severalWays && (
          <Button kind="neutral" block href={`#${payRoute(orderNo, 'another')}`}>
            换一种方式付款
          </Button>
        )}
        {!payable && onSale && value.kind !== 'upgrade' && (
          <Button block href="#/beforeAuthUser">
            重新参保
          </Button>
        )}
        <Button kind="neutral" block href={order}>
          查看订单
        </Button>
        <Button kind="text" block href={product.serviceUrl || telHref(product.tel)}>
          联系客服
        </Button>
      </div>
      <p className="note mt4 center">
        还是不行？<PhoneLink tel={product.tel}>打 {product.tel}</PhoneLink>
      </p>
    </Page>
  );
}
