import type { OrderViewValue } from '@huimin/contract/console';
import { formatYuan } from '@huimin/domain/money';
import { App, Button, Skeleton } from 'antd';
import { type ReactNode, useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { call } from '../../api/client.ts';
import { useCall } from '../../api/use-call.ts';
import { useReturn } from '../../api/use-return.ts';
import { useCrumb } from '../../app/crumb.ts';
import { Icon } from '../../app/icon.tsx';
import { LoadProblem } from '../../app/load-problem.tsx';
import { PageHead } from '../../app/page-head.tsx';
import { useSelf } from '../../app/self.tsx';
import { useBack } from '../../app/use-back.ts';
import { useKeys } from '../../app/use-keys.ts';
import { type KpiFigure, KpiStrip } from '../../parts/kpi-strip.tsx';
import { BooksAgree, MoneyTimeline, ThreeBooks } from '../../parts/money-timeline.tsx';
import { PersonActs } from '../../parts/person-acts.tsx';
import { ReasonDialog } from '../../parts/reason-dialog.tsx';
import { StateTag } from '../../parts/state-tag.tsx';
import { ApprovalsPanel } from './approvals-panel.tsx';
import { ComplaintsPanel } from './complaints-panel.tsx';
import { PeoplePanel } from './people-panel.tsx';
import { RefundDialog } from './refund-dialog.tsx';
import './orders.css';
import { shortTimeSeconds } from '../../parts/when.ts';

type Asking = 'reveal' | 'issue' | 'refund' | null;

/** One order whole: who is in it, where its money is, what was done with it, and what can be done. */
export default function OrderPage() {
  const { orderNo = '' } = useParams();
  // Another order is another page: nothing of the one before stays.
  return <OneOrder key={orderNo} orderNo={orderNo} />;
}

function OneOrder({ orderNo }: { orderNo: string }) {
  const navigate = useNavigate();
  const { may } = useSelf();
  const { message } = App.useApp();
  const { value: order, problem, isUnknown, reload } = useCall('showOrder', { orderNo });
  const [asking, setAsking] = useState<Asking>(null);
  useCrumb(orderNo);
  useReturn(reload, order?.reveal.waiting === true);
  const back = useBack('/orders');
  // Gone through like the rows of a list: back leads to where that began.
  const open = (number: string | null | undefined) => number && navigate(`/orders/${number}`, { replace: true });
  const refundable = order !== null && order.actions.refund === null && may('refund.ask');
  useKeys(
    {
      k: () => open(order?.neighbours.newer),
      j: () => open(order?.neighbours.older),
      r: () => refundable && setAsking('refund'),
    },
    [['J K', '下一单、上一单'], ...(may('refund.ask') ? [['R', '发起退款'] as const] : [])],
  );
  const copy = () =>
    navigator.clipboard.writeText(orderNo).then(
      () => message.success('已复制订单号'),
      () => message.error('没有复制成，请手动选中'),
    );
  const sent = (words: string) => {
    message.success(words);
    reload();
  };
  return (
    <div className="page">
      <PageHead
        title={orderNo}
        onBack={back}
        note={
          order && (
            <span className="filters">
              <Button
                type="text"
                size="small"
                icon={<Icon name="copy" size={16} />}
                aria-label="复制订单号"
                onClick={copy}
              />
              <StateTag tone={order.tone}>{order.statusLabel}</StateTag>
              {order.paidAt !== null && (
                <StateTag tone={order.issued.done === order.issued.of ? 'success' : 'warn'}>
                  出单 {order.issued.done} / {order.issued.of}
                </StateTag>
              )}
            </span>
          )
        }
      >
        <Button size="small" disabled={!order?.neighbours.newer} onClick={() => open(order?.neighbours.newer)}>
          上一单 <kbd>K</kbd>
        </Button>
        <Button size="small" disabled={!order?.neighbours.older} onClick={() => open(order?.neighbours.older)}>
          下一单 <kbd>J</kbd>
        </Button>
        {order && (may('refund.ask') || may('reconciliation.settle')) && order.actions.issueAgain === null && (
          <Button onClick={() => setAsking('issue')}>重新出单</Button>
        )}
        {may('refund.ask') && (
          <Button
            type="primary"
            disabled={!refundable}
            title={order?.actions.refund ?? undefined}
            onClick={() => setAsking('refund')}
          >
            发起退款 <kbd>R</kbd>
          </Button>
        )}
      </PageHead>
      <LoadProblem {...{ problem, isUnknown }} onRetry={reload} onLeave={() => navigate('/orders')} />
      {order === null ? (
        problem === null && <Skeleton active paragraph={{ rows: 8 }} />
      ) : (
        <Whole order={order} onReveal={() => setAsking('reveal')} reload={reload} />
      )}
      {order && asking === 'reveal' && (
        <ReasonDialog
          title="查看完整证件"
          okText="提交申请"
          onClose={() => setAsking(null)}
          onSend={(reason) =>
            call('askPersonReveal', { orderNo, reason }).then(() => sent('已提交，另一个人同意后可以看 15 分钟'))
          }
        >
          <p className="dialog-lead">另一个人同意后，您可以看 15 分钟，只有您看得到，每次看都留记录。</p>
        </ReasonDialog>
      )}
      {order && asking === 'issue' && (
        <ReasonDialog
          title="重新出单"
          okText="重新出单"
          onClose={() => setAsking(null)}
          onSend={(reason) => call('issueOrderAgain', { orderNo, reason }).then(() => sent('已重新送去出单'))}
        >
          <p className="dialog-lead">马上再出一次单，不等下一轮。已经出了的不会再出。</p>
        </ReasonDialog>
      )}
      {order && asking === 'refund' && (
        <RefundDialog order={order} onClose={() => setAsking(null)} onSent={() => sent('已提交，等另一个人复核')} />
      )}
    </div>
  );
}

const clock = shortTimeSeconds;

interface WholeProps {
  readonly order: OrderViewValue;
  onReveal(): void;
  reload(): void;
}

function Whole({ order, onReveal, reload }: WholeProps) {
  const { may } = useSelf();
  // How often something was done for the payer: a complaint that was taken down shows at once.
  const [acts, setActs] = useState(0);
  const acted = () => {
    setActs(acts + 1);
    reload();
  };
  return (
    <>
      <KpiStrip label="这笔订单" figures={figuresOf(order)} />
      <div className="order-columns">
        <div className="order-column">
          <PeoplePanel order={order} onReveal={onReveal} onOver={reload} />
          <Payments order={order} />
          <History order={order} />
        </div>
        <div className="order-column">
          <Panel title="资金时间线" aside={<BooksAgree money={order.money} />}>
            <ThreeBooks money={order.money} />
            <MoneyTimeline steps={order.money.steps} />
          </Panel>
          <ApprovalsPanel approvals={order.approvals} reload={reload} />
          <Payer order={order} onActed={acted} />
          <Evidence order={order} />
          {may('complaints.view') && <ComplaintsPanel key={acts} orderNo={order.orderNo} />}
        </div>
      </div>
    </>
  );
}

function figuresOf(order: OrderViewValue): KpiFigure[] {
  const { paidAt, payableUntil } = order;
  const from = [order.channel, order.shareCode && `分享码 ${order.shareCode}`].filter(Boolean).join(' ');
  return [
    { label: '应付 / 实付', value: formatYuan(order.premiumFen), unit: `/ ${formatYuan(order.paidFen)} 元` },
    { label: '被保险人', value: order.issued.of, unit: '人' },
    { label: '缴费人', value: order.payer.name, unit: order.payer.phone, plain: true },
    { label: '下单', value: clock(order.createdAt), plain: true },
    { label: '付款', value: paidAt === null ? '还没付' : clock(paidAt), unit: order.method ?? undefined, plain: true },
    { label: '来源', value: order.source, unit: from || undefined, plain: true },
    ...(payableUntil === null
      ? []
      : [{ label: '最迟付款', value: clock(payableUntil), plain: true, tone: 'warn' as const }]),
  ];
}

function Panel({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) {
  return (
    <section className="panel" aria-label={title}>
      <div className="panel-head">
        <h2>{title}</h2>
        <span className="space" />
        {aside}
      </div>
      <div className="panel-body">{children}</div>
    </section>
  );
}

function Payments({ order }: { order: OrderViewValue }) {
  return (
    <section className="panel" aria-label="付款">
      <div className="panel-head">
        <h2>付款</h2>
        <small>同一时间只有一笔在付</small>
      </div>
      <div className="scroll-x">
        <table className="console-table">
          <thead>
            <tr>
              <th scope="col">付款单号</th>
              <th scope="col">方式</th>
              <th scope="col">发起</th>
              <th scope="col">渠道流水</th>
              <th scope="col">结果</th>
              <th scope="col" className="right">
                金额（元）
              </th>
            </tr>
          </thead>
          <tbody>
            {order.attempts.length === 0 && (
              <tr>
                <td colSpan={6}>还没有发起过付款</td>
              </tr>
            )}
            {order.attempts.map((one) => (
              <tr key={one.payNo}>
                <td className="num">{one.payNo}</td>
                <td>{one.method}</td>
                <td className="num">{clock(one.at)}</td>
                <td className="num">{one.channelNo ?? '—'}</td>
                <td className="wrap">
                  <StateTag tone={one.tone}>{one.label}</StateTag>{' '}
                  <span className="state-plain order-result">{one.note}</span>
                </td>
                <td className="num right">{formatYuan(one.amountFen)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

const SHOWN = 8;

function History({ order }: { order: OrderViewValue }) {
  const [all, setAll] = useState(false);
  const { happened } = order;
  return (
    <section className="panel" aria-label="变更和操作记录">
      <div className="panel-head">
        <h2>变更和操作记录</h2>
        <span className="space" />
        {happened.length > SHOWN && !all && (
          <Button type="link" size="small" onClick={() => setAll(true)}>
            全部 {happened.length} 条
          </Button>
        )}
      </div>
      <div className="scroll-x">
        <table className="console-table">
          <thead>
            <tr>
              <th scope="col">时间</th>
              <th scope="col">谁</th>
              <th scope="col">做了什么</th>
              <th scope="col">内容</th>
              <th scope="col">状态</th>
            </tr>
          </thead>
          <tbody>
            {happened.slice(0, all ? undefined : SHOWN).map((one) => (
              <tr key={`${one.at} ${one.what} ${one.after}`}>
                <td className="num">{clock(one.at)}</td>
                <td>{one.who}</td>
                <td>{one.what}</td>
                <td className="wrap">{one.after || '—'}</td>
                <td>
                  <StateTag tone={one.tone}>{one.label}</StateTag>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

/** The payer's page, and what the desk may do for the payer. */
function Payer({ order: { orderNo, payer }, onActed }: { order: OrderViewValue; onActed(): void }) {
  const { may } = useSelf();
  if (payer.person === null) return null;
  return (
    <Panel title="联系缴费人" aside={<Link to={`/people/${payer.person}`}>{payer.name} 的全部保单</Link>}>
      {may('people.serve') ? (
        <PersonActs person={payer.person} orders={[orderNo]} onChanged={onActed} />
      ) : (
        <p className="state-plain">您的角色只能看</p>
      )}
    </Panel>
  );
}

function Evidence({ order }: { order: OrderViewValue }) {
  const { state, label, trace, batches, sealed } = order.evidence;
  const { may } = useSelf();
  return (
    <Panel
      title="销售证据"
      aside={
        trace !== null && may('evidence.view') ? (
          <Link className="with-icon" to={`/recordings/${trace}`}>
            <Icon name="play" size={14} /> {state === 'bound' ? '打开回放' : '打开记录'}
          </Link>
        ) : null
      }
    >
      <p>
        <StateTag tone={state === 'bound' ? 'success' : 'warn'}>{label}</StateTag>
      </p>
      {trace !== null && (
        <p className="state-plain num">
          记录 {trace.slice(0, 4)}…{trace.slice(-4)}，{batches} 批，{sealed ? '已封存' : '还没封存'}
        </p>
      )}
    </Panel>
  );
}
