import './pay.css';
import '../../ui/form.css';
import '../../ui/long-number.css';
import type { OrderPaymentStateValue, OrderSummaryValue } from '@huimin/contract';
import { formatYuan, formatYuanWithSign } from '@huimin/domain/money';
import { CONSENT_VERSION } from '@huimin/domain/withholding';
import { useEffect, useRef, useState } from 'react';
import { calls } from '../../api/calls.ts';
import { useClient } from '../../api/client-context.ts';
import { useCall } from '../../api/use-call.ts';
import { useChannel, useElderMode, useNavigation, useProduct, useQuery, useServerClock } from '../../context/index.ts';
import { firstWay } from '../../features/payment/first-way.ts';
import { type PayWay, payWays, payWaysElsewhere } from '../../features/payment/pay-ways.ts';
import { orderRoute, payErrorRoute, routeInstead } from '../../features/payment/payment-screens.ts';
import { offersReapplication } from '../../features/payment/reapplication.ts';
import { askPaymentState } from '../../features/payment/use-payment-state.ts';
import { useStartPayment } from '../../features/payment/use-start-payment.ts';
import { ElderHelp } from '../../features/support/elder-help.tsx';
import {
  Bar,
  Button,
  Card,
  CheckRow,
  Countdown,
  Icon,
  IconTile,
  iconBankCard,
  iconCard,
  iconChat,
  iconLock,
  iconWallet,
  inPhrases,
  KeyValues,
  Notice,
  Page,
  Section,
  Skeleton,
} from '../../ui/index.ts';
import { Steps } from '../../ui/steps.tsx';
import { useFittingWidth } from '../../ui/use-fitting-width.ts';
import { LoadProblem } from './load-problem.tsx';
import { MedicalConsent } from './medical-consent.tsx';
import { OrderMissing } from './order-missing.tsx';
import { ReapplicationChoice } from './reapplication-choice.tsx';
import { useMedicalPayment } from './use-medical-payment.ts';
import { useOrderNo } from './use-order-no.ts';
import { usePayable } from './use-payable.ts';

/** #/pay: the amount, until when, and how to pay. */
export default function PayPage() {
  const orderNo = useOrderNo();
  const { navigate } = useNavigation();
  const payment = useCall(calls.queryInsureOrder, { orderNo }, { quietFailure: true, when: orderNo !== '' });
  const detail = useCall(
    calls.queryOrderDetail,
    { orderNo },
    { quietFailure: true, when: orderNo !== '', overlay: false },
  );
  const instead = payment.value && routeInstead('pay', payment.value);

  useEffect(() => {
    if (instead) navigate(instead, { replace: true });
  }, [instead, navigate]);

  if (orderNo === '') return <OrderMissing title="确认支付" />;
  for (const call of [payment, detail]) {
    if (call.state === 'failed' && call.value === null) {
      return (
        <LoadProblem
          title="确认支付"
          failure={call.failure}
          onReload={() => [payment, detail].map((one) => one.reload())}
        />
      );
    }
  }
  if (!payment.value || !detail.value || instead) return <PaySkeleton />;
  return <ReadyToPay state={payment.value} order={detail.value.order} onStale={payment.reload} />;
}

const sumTitle = (elder: boolean): string => (elder ? '一共要付' : '应付金额');

function PaySkeleton() {
  const elder = useElderMode();
  return (
    <Page step={elder && <Steps at={4} />}>
      <header className="pay-sum">
        <h1>{sumTitle(elder)}</h1>
      </header>
      <Skeleton lines={[56, 22]} />
      <Card>
        <Skeleton lines={[22, 22, 22]} />
      </Card>
      <Skeleton lines={[26, 72]} />
    </Page>
  );
}

type ReadyProps = { state: OrderPaymentStateValue; order: OrderSummaryValue; onStale: () => void };

function ReadyToPay({ state, order, onStale }: ReadyProps) {
  const { orderNo, premiumFen } = state;
  const { navigate } = useNavigation();
  const product = useProduct();
  const channel = useChannel();
  const client = useClient();
  const clock = useServerClock();
  const elder = useElderMode();
  const ways = payWays(product, channel.kind);
  const elsewhere = payWaysElsewhere(product, channel.kind);
  const asked = useQuery().get('way');
  const [chosen, setChosen] = useState(() => firstWay(ways, asked, state.method)?.value ?? '');
  const [said, setSaid] = useState<{ text: string; authorise?: boolean } | null>(null);
  const [reapplies, setReapplies] = useState(false);
  const payable = usePayable(state);
  const { start, busy } = useStartPayment(orderNo, channel);
  const way = ways.find(({ value }) => value === chosen) ?? ways[0];
  const medicalWay = ways.find((one) => one.start === 'medical-account');
  const medical = useMedicalPayment(orderNo, {
    pay: () => medicalWay && void pay(medicalWay),
    onRefused: ({ name, message }) => {
      if (name === 'order-state') void lookAgain();
      if (medicalWay) setChosen(medicalWay.value);
      setSaid({ text: message });
    },
  });

  useEffect(() => {
    if (!way) navigate(payErrorRoute(orderNo, 'browser'), { replace: true });
  }, [way, orderNo, navigate]);

  /** No payment is taken: the time is over, or the next answer leads to the screen that shows what happened meanwhile. */
  async function lookAgain() {
    const asked = await askPaymentState(client, orderNo);
    if (typeof asked === 'string' || asked.value.payment !== 'unpaid') onStale();
    else navigate(payErrorRoute(orderNo, 'window'), { replace: true });
  }

  async function pay(by: PayWay) {
    setSaid(null);
    const signs = reapplies && order.kind !== 'upgrade' && offersReapplication(product, channel.kind, by);
    const end = await start(by, signs ? CONSENT_VERSION : null);
    if (end.kind === 'not-started') {
      if (end.name === 'payment-unclear') navigate(orderRoute('/payLoading', orderNo));
      else if (end.name === 'payment-limit') navigate(payErrorRoute(orderNo, 'limit'));
      else if (end.name === 'order-state') await lookAgain();
      setSaid({ text: end.message, authorise: end.name === 'open-id-required' && channel.kind !== 'mini-program' });
    } else if (end.kind === 'answered' && end.hint !== 'cancel') {
      navigate(`${orderRoute('/payLoading', orderNo)}&hint=${end.hint}${signs ? '&signed=1' : ''}`);
    } else if (end.kind === 'answered') {
      const asked = await askPaymentState(client, orderNo);
      if (typeof asked === 'string' || routeInstead('pay', asked.value)) navigate(orderRoute('/payLoading', orderNo));
      else setSaid({ text: '您取消了付款，没有扣款。订单还为您保留着' });
    }
  }
  if (!way) return <PaySkeleton />;

  const press = () => {
    setSaid(null);
    if (way.start === 'medical-account') medical.askConsent();
    else void pay(way);
  };

  return (
    <Page
      step={elder && order.kind !== 'upgrade' && <Steps at={4} />}
      bar={
        <Bar>
          {payable ? (
            <Button busy={busy || medical.busy} onPress={press}>
              {way.action} <span className="num">{formatYuanWithSign(premiumFen)}</span>
            </Button>
          ) : (
            <Button href={`#${orderRoute('/orderDetail', orderNo)}`}>查看订单</Button>
          )}
        </Bar>
      }
    >
      <header className="pay-sum">
        <h1>{sumTitle(elder)}</h1>
        <Amount fen={premiumFen} />
        {payable ? (
          <p>
            请在{' '}
            <b>
              <Countdown untilMs={state.expiresAtMs} serverOffsetMs={clock.offsetMs()} />
            </b>{' '}
            内付款，超时订单会关闭
          </p>
        ) : (
          <p>付款时间已过，订单马上关闭。没有付款就不会扣款</p>
        )}
      </header>
      <div role="status">{medical.confirming && <Notice>正在确认医保局的授权，马上去付款</Notice>}</div>
      {said && (
        <Notice tone="warn" alert>
          {said.text}
          {said.authorise && (
            <Button kind="text" small onPress={() => window.location.reload()}>
              重新授权
            </Button>
          )}
        </Notice>
      )}
      <Card>
        <KeyValues
          items={[
            { label: '产品', value: order.productName },
            {
              label: elder ? '给谁买' : '被保险人',
              value: order.insured.map(({ name }) => name).join('、'),
              pii: true,
            },
            { label: '订单号', value: orderNo, num: true },
          ]}
        />
      </Card>
      <Section title={elder ? '怎么付钱' : '付款方式'}>
        <fieldset className="card card-flush pay-ways">
          <legend className="sr-only">付款方式</legend>
          {ways.map(({ value, label, note }) => (
            <CheckRow
              key={value}
              type="radio"
              name="pay-way"
              value={value}
              checked={value === way.value}
              onChange={() => setChosen(value)}
              icon={<WayIcon value={value} />}
            >
              <b>{label}</b>
              {note && <span className="note">{inPhrases(note)}</span>}
            </CheckRow>
          ))}
          {elsewhere.map(({ value, label, note }) => (
            <CheckRow
              key={value}
              type="radio"
              name="pay-way"
              value={value}
              checked={false}
              disabled
              onChange={() => undefined}
              icon={<WayIcon value={value} />}
            >
              <b>{label}</b>
              <span className="note">{inPhrases(note)}</span>
            </CheckRow>
          ))}
        </fieldset>
      </Section>
      {order.kind !== 'upgrade' && offersReapplication(product, channel.kind, way) && (
        <ReapplicationChoice
          chosen={reapplies}
          onChange={setReapplies}
          limitFen={premiumFen}
          peopleCount={order.insured.length}
        />
      )}
      <p className="note mt4 pay-note">
        <Icon name={iconLock} size={18} />
        <span>{inPhrases(`付款由${medicalWay ? '医保和' : ''}支付机构处理，不保存账户信息`)}</span>
      </p>
      <ElderHelp />
      <MedicalConsent {...medical.consent} />
    </Page>
  );
}

/** Paid by card, or by whatever the cashier offers. */
const CARD_WAYS: readonly string[] = ['unionpay', 'lakala', 'rb'];

function WayIcon({ value }: { value: string }) {
  if (value === 'xmybpay') {
    return (
      <IconTile>
        <Icon name={iconCard} />
      </IconTile>
    );
  }
  if (CARD_WAYS.includes(value)) {
    return (
      <IconTile tone="neutral">
        <Icon name={iconBankCard} />
      </IconTile>
    );
  }
  return (
    <IconTile tone={value === 'alipay' ? 'info' : 'ok'}>
      <Icon name={value === 'alipay' ? iconWallet : iconChat} />
    </IconTile>
  );
}

/** The sum in the largest letters that show it whole. */
function Amount({ fen }: { fen: number }) {
  const line = useRef<HTMLSpanElement>(null);
  const text = formatYuan(fen);
  useFittingWidth(line, text);
  return (
    <p className="pay-amount one-line">
      <span ref={line}>
        <i>¥</i>
        {text}
      </span>
    </p>
  );
}
