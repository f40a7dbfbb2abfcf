import './order-money.css';
import '../../ui/long-number.css';
import type { OrderMoneyValue } from '@huimin/contract';
import { formatYuan } from '@huimin/domain/money';
import { useRef } from 'react';
import { calls } from '../../api/calls.ts';
import { useCall } from '../../api/use-call.ts';
import { useLookAgain } from '../../api/use-look-again.ts';
import { useChannel, useElderMode, useProduct, useQuery } from '../../context/index.ts';
import { type MoneyPart, moneyParts, moneySteps, onlyDay } from '../../features/orders/money-words.ts';
import { DownloadPaper } from '../../features/policies/paper-buttons.tsx';
import { ServiceIcon } from '../../features/support/service-icon.tsx';
import {
  Bar,
  Button,
  Card,
  Icon,
  iconPhone,
  inWords,
  LongNumber,
  Notice,
  Page,
  PhoneLink,
  Section,
  Skeleton,
  telHref,
} from '../../ui/index.ts';
import { Timeline } from '../../ui/timeline.tsx';
import { useFittingWidth } from '../../ui/use-fitting-width.ts';
import { LoadProblem } from '../pay/load-problem.tsx';
import { OrderMissing } from '../pay/order-missing.tsx';

/** While money moves the page looks again. */
const LOOK_AGAIN_MS = 5_000;

/** #/orderMoney: every payment and refund of an order, what comes next and by when. */
export default function OrderMoneyPage() {
  const orderNo = useQuery().get('orderNo') ?? '';
  const elder = useElderMode();
  const money = useCall(calls.queryOrderMoney, { orderNo }, { quietFailure: true, when: orderNo !== '' });
  const { value, failure, reload } = money;
  const moving = value?.moving ?? false;
  useLookAgain(money, { when: moving, everyMs: LOOK_AGAIN_MS });

  const title = elder ? '钱去了哪里' : '付款和退款记录';
  if (orderNo === '') return <OrderMissing title={title} />;
  if (!value && failure) return <LoadProblem title={title} failure={failure} onReload={reload} />;
  if (!value) {
    return (
      <Page title={inWords(title)}>
        <Card>
          <Skeleton lines={[32, 14, 30, 30]} />
        </Card>
        <Card>
          <Skeleton lines={[26, 22, 26, 22, 26, 22]} />
        </Card>
      </Page>
    );
  }
  return <Told money={value} title={title} elder={elder} />;
}

function Told({ money, title, elder }: { money: OrderMoneyValue; title: string; elder: boolean }) {
  const { tel } = useProduct();
  const { kind: channelKind } = useChannel();
  const { orderNo, banner, next } = money;
  // Everyday words go without serial numbers; who calls is asked for the order's.
  const entries = elder ? money.entries.map((entry) => ({ ...entry, serial: null })) : money.entries;
  const day = onlyDay(entries);
  const isOpen = [...entries, ...next].some(({ latest }) => latest !== null);
  return (
    <Page
      title={inWords(title)}
      lead={
        elder ? (
          money.lead
        ) : (
          <span className="num">
            订单号 <LongNumber>{orderNo}</LongNumber>
          </span>
        )
      }
      bar={
        <Bar icons={<ServiceIcon />}>
          {!elder && (
            <DownloadPaper
              paper={{ orderNo, paper: 'money' }}
              channelKind={channelKind}
              whose="付款和退款记录"
              text="下载记录"
            />
          )}
          <Button href={`#/orderDetail?orderNo=${encodeURIComponent(orderNo)}`}>
            {elder ? '看我的订单' : '看订单'}
          </Button>
        </Bar>
      }
    >
      {/* A live region must be there before its words change. */}
      <div role="status">
        {banner && !(elder && money.returningFen > 0) && (
          <Notice tone={banner.tone} title={banner.title}>
            {banner.text}
          </Notice>
        )}
      </div>
      {elder ? <ElderSum money={money} /> : <Sum money={money} />}
      <Section title={elder ? '怎么回事' : '每一笔钱'} action={day && <span className="note num">{day}</span>}>
        <Card>
          <Timeline steps={moneySteps(entries, day)} />
        </Card>
      </Section>
      {next.length > 0 && (
        <Section title="接下来">
          <Card>
            <Timeline steps={moneySteps(next)} />
          </Card>
        </Section>
      )}
      {isOpen && <Overdue orderNo={orderNo} tel={tel} elder={elder} />}
    </Page>
  );
}

/** What was charged and what became of it, as a bar and in words. */
function Sum({ money }: { money: OrderMoneyValue }) {
  const parts = moneyParts(money, false);
  return (
    <section className="card money-card" aria-label="钱的总数">
      <div className="money-sum">
        <b>您一共被扣</b>
        <span className="num">{formatYuan(money.chargedFen)} 元</span>
      </div>
      {parts.length > 0 && (
        <>
          <div className="money-share" aria-hidden="true">
            {parts.map(({ kind, percent }) => (
              <i className={`money-${kind}`} key={kind} style={{ width: `${percent}%` }} />
            ))}
          </div>
          <ul className="money-legend">
            {parts.map((part) => (
              <LegendLine key={part.kind} {...part} />
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

function LegendLine({ kind, label, fen }: MoneyPart) {
  return (
    <li>
      <i className={`money-${kind}`} aria-hidden="true" />
      {label}
      <span className="num">{formatYuan(fen)} 元</span>
    </li>
  );
}

/** One large sum, then the others under one another. */
function ElderSum({ money }: { money: OrderMoneyValue }) {
  const { returningFen, returnedFen, chargedFen, banner } = money;
  const [label, fen] =
    returningFen > 0
      ? ['正在退给您', returningFen]
      : returnedFen > 0
        ? ['已经退给您', returnedFen]
        : ['一共扣了', chargedFen];
  const parts = moneyParts(money, true);
  return (
    <>
      <Card>
        <p>{label}</p>
        <Charged fen={fen} />
        {returningFen > 0 && banner && <p className="money-when">{banner.text}</p>}
      </Card>
      {(returningFen > 0 || returnedFen > 0) && (
        <Card flush>
          <dl className="money-lines">
            <div>
              <dt>一共扣了</dt>
              <dd className="num">{formatYuan(chargedFen)} 元</dd>
            </div>
            {parts.map((part) => (
              <div key={part.kind}>
                <dt>{part.label}</dt>
                <dd className="num">{formatYuan(part.fen)} 元</dd>
              </div>
            ))}
          </dl>
        </Card>
      )}
    </>
  );
}

/** The sum in the largest letters that show it whole. */
function Charged({ fen }: { fen: number }) {
  const line = useRef<HTMLSpanElement>(null);
  const text = formatYuan(fen);
  useFittingWidth(line, text);
  return (
    <p className="money-charged num one-line">
      <span ref={line}>
        {text}
        <small>元</small>
      </span>
    </p>
  );
}

/** What to do when a promised moment has passed. */
function Overdue({ orderNo, tel, elder }: { orderNo: string; tel: string; elder: boolean }) {
  if (elder) {
    return (
      <Card className="mt4">
        <p>
          到时候还没办好，打这个电话，报订单号末 4 位 <b className="num">{orderNo.slice(-4)}</b>。
        </p>
        <div className="mt3">
          <Button kind="neutral" block href={telHref(tel)}>
            <Icon name={iconPhone} />
            {tel}
          </Button>
        </div>
      </Card>
    );
  }
  return (
    <Card className="money-overdue mt3">
      <div>
        <b>过了时间还没到？</b>
        <p className="note">我们会先去查。也可以打电话，报订单号</p>
      </div>
      <PhoneLink tel={tel} className="button button-neutral button-small">
        <Icon name={iconPhone} size={20} />
        打电话
      </PhoneLink>
    </Card>
  );
}
