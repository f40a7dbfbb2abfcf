import './pay.css';
import { formatDateTime } from '@huimin/domain/date';
import { formatYuanWithSign } from '@huimin/domain/money';
import { SELF } from '@huimin/domain/order';
import { useEffect } from 'react';
import { calls } from '../../api/calls.ts';
import { useCall } from '../../api/use-call.ts';
import { useElderMode, useNavigation, useProduct } from '../../context/index.ts';
import { orderRoute, routeInstead } from '../../features/payment/payment-screens.ts';
import { useWatchedPayment } from '../../features/payment/use-payment-state.ts';
import { useCanChoosePeople } from '../../features/sale/use-can-choose-people.ts';
import {
  Button,
  Card,
  ErrorState,
  FirstLine,
  Icon,
  IconTile,
  iconHeart,
  iconPeople,
  Page,
  Result,
  Row,
  Skeleton,
  telHref,
} from '../../ui/index.ts';
import { LogInForResult, PAID_CAUTION } from './load-problem.tsx';
import { OrderMissing } from './order-missing.tsx';
import { ReapplicationResult } from './reapplication-result.tsx';
import { useOrderNo } from './use-order-no.ts';

/** Policies come within seconds, at the latest with the next run of the server's jobs. */
const ASK_EVERY_MS = 3_000;
const ASK_FOR_MS = 90_000;
/** Without any answer it goes on more slowly: whoever has paid waits for this one page. */
const UNANSWERED = { everyMs: 10_000, forMs: 30 * 60_000 };

/** #/paySuccess: the money has arrived, by the provider's word. */
export default function PaySuccessPage() {
  const orderNo = useOrderNo();
  return orderNo === '' ? <OrderMissing title="支付成功" /> : <Paid orderNo={orderNo} />;
}

function Paid({ orderNo }: { orderNo: string }) {
  const { navigate } = useNavigation();
  const elder = useElderMode();
  const product = useProduct();
  const onSale = useCanChoosePeople();
  const { state, end, silent, again } = useWatchedPayment(orderNo, {
    until: (value) => value.payment !== 'paid' || (value.policyCount > 0 && value.issuedCount >= value.policyCount),
    everyMs: ASK_EVERY_MS,
    forMs: ASK_FOR_MS,
    soonAtFirst: true,
    unanswered: UNANSWERED,
  });
  const detail = useCall(calls.queryOrderDetail, { orderNo }, { quietFailure: true, overlay: false });
  const instead = state && routeInstead('paySuccess', state);
  useEffect(() => {
    if (instead) navigate(instead, { replace: true });
  }, [instead, navigate]);

  if (end === 'refused') return <OrderMissing title="支付成功" />;
  if (end === 'logged-out') return <LogInForResult />;
  if (!state && end === 'timeout') {
    return (
      <Page title="付款结果">
        <ErrorState kind="busy" lead={PAID_CAUTION} onReload={again} />
        <p className="center">
          <a className="link" href="#/orders">
            查看我的订单
          </a>
        </p>
      </Page>
    );
  }
  if (!state && silent) {
    return (
      <Page>
        <Result
          tone="wait"
          title="还没有连上系统"
          lead={
            <>
              付过的钱不会丢
              <br />
              请不要重复付
              <br />
              查到结果，这里会显示
            </>
          }
        />
        <div className="buttons mt6">
          <Button kind="neutral" block onPress={again}>
            现在再查一次
          </Button>
          <Button kind="text" block href={telHref(product.tel)}>
            打电话问 {product.tel}
          </Button>
        </div>
      </Page>
    );
  }
  if (!state || instead) {
    return (
      <Page>
        <Result tone="wait" title="正在查询付款结果" lead="可能要等一两分钟，请不要重复付" />
        <Skeleton lines={[26, 150, 50, 50]} />
      </Page>
    );
  }

  const people = detail.value?.people.length ?? state.policyCount;
  const issued = state.policyCount > 0 && state.issuedCount >= state.policyCount;
  const order = `#${orderRoute('/orderDetail', orderNo)}`;
  const upgrade = state.kind === 'upgrade';
  const forOthers = detail.value?.people.some(({ relationship }) => relationship !== SELF) === true;
  const words = issueWords(upgrade, issued, state.issuedCount);
  return (
    <Page>
      <Result
        tone="ok"
        title="支付成功"
        lead={
          <>
            {people > 0 && `${people} 人${upgrade ? '升级' : '参保'}完成，`}共付{' '}
            <b className="num">{formatYuanWithSign(state.premiumFen)}</b>
          </>
        }
      />
      <Card>
        <h2 className="card-title">接下来</h2>
        <ol className="timeline">
          <li className="timeline-done">
            <StepMark />
            <b>已收到付款</b>
            {state.paidAt && <p className="note num">{state.paidAt}</p>}
          </li>
          <li className={issued ? 'timeline-done' : 'timeline-now'} aria-live="polite">
            <StepMark />
            <b>{words.title}</b>
            <p className="note">{words.note}</p>
          </li>
          <li>
            <StepMark />
            <b>保障开始</b>
            {detail.value && <p className="note num">{formatDateTime(detail.value.validDate)}</p>}
          </li>
        </ol>
      </Card>
      {product.automaticReapplicationOffered && !upgrade && <ReapplicationResult orderNo={orderNo} />}
      <div className="buttons mt6">
        <Button block href={order}>
          {issued ? '看保单' : '查看订单'}
        </Button>
        {onSale && (
          <Button kind="neutral" block href="#/beforeAuthUser">
            {elder ? '再给家人买' : '再给家人参保'}
          </Button>
        )}
        <Button kind="text" block href={`#${orderRoute('/orderMoney', orderNo)}`}>
          {elder ? '钱去了哪里' : '付款和退款记录'}
        </Button>
      </div>
      {issued && !upgrade && (
        <Card flush className="mt6">
          {forOthers && (
            <Row
              icon={
                <IconTile>
                  <Icon name={iconPeople} />
                </IconTile>
              }
              label={<b>请家人本人确认</b>}
              note="发短信，家人用自己的手机看、自己点"
              href={`#${orderRoute('/familyAsk', orderNo)}`}
            />
          )}
          <Row
            icon={
              <IconTile>
                <Icon name={iconHeart} />
              </IconTile>
            }
            label={<b>领取爱心证书</b>}
            note="为家人参保的纪念证书"
            href={`#${orderRoute('/love', orderNo)}`}
          />
        </Card>
      )}
    </Page>
  );
}

/** What follows the payment: policies, or their upgrade. */
function issueWords(upgrade: boolean, issued: boolean, count: number): { title: string; note: string } {
  if (upgrade) {
    const title = issued ? '保单已升级' : '正在办理升级';
    return { title, note: issued ? `${count} 份保单，电子保单已换成新方案` : '一般几分钟就好' };
  }
  const title = issued ? '电子保单已生成' : '正在生成电子保单';
  return { title, note: issued ? `${count} 份保单，可以随时查看和下载` : '一般几分钟就好，好了会发短信' };
}

function StepMark() {
  return (
    <span className="timeline-mark" aria-hidden="true">
      <FirstLine />
    </span>
  );
}
