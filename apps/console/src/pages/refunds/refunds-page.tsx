import type { RefundLineValue } from '@huimin/contract/console';
import { formatYuan } from '@huimin/domain/money';
import { REFUND_REASONS } from '@huimin/domain/refund';
import { App, Button, Checkbox, Empty, Skeleton, Tabs } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { call, type Inputs, type Outputs, sentenceOf } from '../../api/client.ts';
import { useCall } from '../../api/use-call.ts';
import { ExportButton } from '../../app/export-button.tsx';
import { AddressChoice } from '../../app/filter-choice.tsx';
import { ListPanel } from '../../app/list-panel.tsx';
import { LoadProblem } from '../../app/load-problem.tsx';
import { PageHead } from '../../app/page-head.tsx';
import { useSelf } from '../../app/self.tsx';
import { useAddressFilter } from '../../app/use-address-filter.ts';
import { useKeys } from '../../app/use-keys.ts';
import { usePicked } from '../../app/use-picked.ts';
import { OpenableRow } from '../../parts/openable-row.tsx';
import { ReasonDialog } from '../../parts/reason-dialog.tsx';
import { shownCount } from '../../parts/shown-count.ts';
import { StateTag } from '../../parts/state-tag.tsx';
import { TimeLeft } from '../../parts/time-left.tsx';
import { ApprovalCard } from '../orders/approvals-panel.tsx';
import { METHOD_OPTIONS } from '../orders/order-words.ts';
import { RefundDetail } from './refund-detail.tsx';
import { useTicked } from './use-ticked.ts';
import '../orders/orders.css';
import { ListKeys } from '../../parts/list-keys.tsx';
import { TabLabel } from '../../parts/tab-label.tsx';
import { shortTime } from '../../parts/when.ts';

type Listed = Outputs['listRefunds'];
type Tab = NonNullable<Inputs['listRefunds']['tab']>;

const TABS: readonly { key: Tab; label: string }[] = [
  { key: 'review', label: '待审' },
  { key: 'second', label: '待复核' },
  { key: 'moving', label: '退款中' },
  { key: 'stuck', label: '退款没成' },
  { key: 'done', label: '已退' },
  { key: 'returned', label: '已退回' },
];

const EMPTY: Readonly<Record<Tab, string>> = {
  review: '没有等审的退款',
  second: '没有等复核的退款',
  moving: '没有正在退的款',
  stuck: '没有退款没成的',
  done: '还没有退过款',
  returned: '没有退回申请人的',
};
const NARROWS = ['reason', 'method'];

/** Refunds that wait for a person, and what became of the others. */
export default function RefundsPage() {
  const address = useAddressFilter('after');
  const { given, set } = address;
  const { may, refresh } = useSelf();
  const { message } = App.useApp();
  const tab = TABS.find(({ key }) => key === given('tab'))?.key ?? 'review';
  const list = useCall('listRefunds', {
    tab,
    reason: given('reason') as Inputs['listRefunds']['reason'],
    method: given('method') as Inputs['listRefunds']['method'],
    after: address.cursor,
  });
  const refunds = list.value?.refunds ?? [];
  const { current, place, pick } = usePicked(refunds, ({ refundNo }) => refundNo);
  const { ticked: checked, toggle, set: setChecked } = useTicked(refunds.map(({ refundNo }) => refundNo));
  const [returning, setReturning] = useState<readonly string[] | null>(null);
  const mayReview = may('refund.review') && tab === 'review';
  const done = (words: string) => {
    message.success(words);
    setChecked([]);
    list.reload();
    refresh();
  };
  const [agreeing, setAgreeing] = useState(false);
  const [shown, setShown] = useState<string | null>(null);
  // One refund is agreed to by a key only once it can be read; several were ticked one by one.
  const isReadable = checked.length > 0 || shown === current?.refundNo;
  // Until the list has come anew, the row that is shown is one that was decided already.
  const isDeciding = agreeing || list.loading;
  const agree = async (refundNos: readonly string[]) => {
    if (isDeciding) return;
    setAgreeing(true);
    await call('agreeRefunds', { refundNos: [...refundNos] }).then(
      () => done('已同意，等另一个人复核'),
      (fault) => {
        message.error(sentenceOf(fault));
        // What somebody else decided meanwhile leaves the list.
        list.reload();
      },
    );
    setAgreeing(false);
  };
  const change = (key: string) => {
    pick(null);
    setChecked([]);
    set({ tab: key === 'review' ? null : key });
  };
  // What was ticked, or else the one that is shown.
  const meant = checked.length > 0 || !current ? checked : [current.refundNo];
  useKeys(
    {
      x: () => mayReview && current && toggle(current.refundNo),
      a: () => mayReview && isReadable && meant.length > 0 && void agree(meant),
      d: () => mayReview && !isDeciding && meant.length > 0 && setReturning(meant),
    },
    mayReview
      ? [
          ['X', '勾选这一单'],
          ['A', '同意，交复核；勾选了几单就是这几单'],
          ['D', '退回，同上'],
        ]
      : [],
  );
  return (
    <div className="page">
      <PageHead title="退款审核" note="1 个工作日内审完；审核人和复核人不能是同一人">
        {tab !== 'second' && (
          <ListKeys
            more={
              mayReview
                ? [
                    ['X', '勾选'],
                    ['A', '同意'],
                    ['D', '退回'],
                  ]
                : undefined
            }
          />
        )}
        {tab !== 'second' && (
          <ExportButton
            kind="refunds"
            title="退款"
            filter={{ tab: given('tab'), reason: given('reason'), method: given('method') }}
          />
        )}
      </PageHead>
      <div className="refund-tabs">
        <Tabs
          activeKey={tab}
          onChange={change}
          items={TABS.map(({ key, label }) => ({
            key,
            label: <TabLabel label={label} count={countOf(list.value, key)} />,
          }))}
        />
        {tab !== 'second' && (
          <span className="filters refund-filters">
            <AddressChoice
              isSmall
              label="原因"
              placeholder="原因：全部"
              {...{ address, name: 'reason' }}
              options={REFUND_REASONS.map(({ value, label }) => ({ value, label }))}
            />
            <AddressChoice
              isSmall
              label="付款方式"
              placeholder="付款方式：全部"
              {...{ address, name: 'method' }}
              options={METHOD_OPTIONS}
            />
          </span>
        )}
      </div>
      <LoadProblem problem={list.problem} onRetry={list.reload} />
      {list.value === null && list.problem === null && <Skeleton active />}
      {list.value && tab === 'second' && <Batches value={list.value} reload={list.reload} />}
      {list.value && tab !== 'second' && (
        <div className="list-beside">
          <ListPanel
            label="退款队列"
            loading={list.loading}
            filter={address}
            next={list.value.next}
            isEmpty={refunds.length === 0}
            emptyText={EMPTY[tab]}
            narrowedBy={NARROWS}
            foot={
              mayReview &&
              checked.length > 0 && (
                <div className="refund-bar">
                  <b>{sumWords(refunds, checked)}</b>
                  <Button type="link" size="small" onClick={() => setChecked([])}>
                    清空
                  </Button>
                  <span className="space" />
                  <span className="state state-plain">批量同意后，由复核员再看一遍才退款</span>
                  <Button onClick={() => setReturning(checked)}>
                    批量退回 <kbd>D</kbd>
                  </Button>
                  <Button type="primary" loading={agreeing} onClick={() => agree(checked)}>
                    批量同意，交复核 <kbd>A</kbd>
                  </Button>
                </div>
              )
            }
          >
            <Queue
              refunds={refunds}
              now={list.value.at}
              current={current?.refundNo ?? null}
              checked={checked}
              checkable={mayReview}
              onPick={pick}
              onToggle={toggle}
              onAll={(all) => setChecked(all ? refunds.map(({ refundNo }) => refundNo) : [])}
            />
          </ListPanel>
          {current && (
            <RefundDetail
              key={current.refundNo}
              line={current}
              place={place}
              now={list.value.at}
              isAgreeing={agreeing}
              onShown={setShown}
              onAgree={() => agree([current.refundNo])}
              onReturn={() => setReturning([current.refundNo])}
              onDone={done}
            />
          )}
        </div>
      )}
      {returning && (
        <ReasonDialog
          title={`退回 ${returning.length} 笔退款申请`}
          okText="退回"
          label="审核意见"
          onClose={() => setReturning(null)}
          onSend={(reason) =>
            call('returnRefunds', { refundNos: [...returning], reason }).then(() => done('已退回，保单继续有效'))
          }
        >
          <p className="dialog-lead">退回后保单继续有效，申请人在退款进度里看到这条意见。</p>
        </ReasonDialog>
      )}
    </div>
  );
}

const countOf = (value: Listed | null, key: Tab): string => {
  const shown = shownCount(value?.counts[key]);
  return key === 'second' && shown !== '' ? `${shown} 批` : shown;
};

function sumWords(refunds: readonly RefundLineValue[], checked: readonly string[]): string {
  const chosen = refunds.filter(({ refundNo }) => checked.includes(refundNo));
  const people = chosen.reduce((sum, one) => sum + one.people, 0);
  return `已选 ${chosen.length} 单，${people} 人，${formatYuan(chosen.reduce((sum, one) => sum + one.amountFen, 0))} 元`;
}

interface QueueProps {
  readonly refunds: readonly RefundLineValue[];
  readonly now: string;
  readonly current: string | null;
  readonly checked: readonly string[];
  readonly checkable: boolean;
  onPick(refundNo: string): void;
  onToggle(refundNo: string): void;
  onAll(all: boolean): void;
}

function Queue({ refunds, now, current, checked, checkable, onPick, onToggle, onAll }: QueueProps) {
  const waits = refunds.some(({ dueAt }) => dueAt !== null);
  return (
    <table className="console-table">
      <caption className="sr-only">退款</caption>
      <thead>
        <tr>
          {checkable && (
            <th scope="col">
              <Checkbox
                aria-label="全选"
                checked={refunds.length > 0 && checked.length === refunds.length}
                onChange={(event) => onAll(event.target.checked)}
              />
            </th>
          )}
          <th scope="col">订单号</th>
          <th scope="col" className="not-narrow" aria-sort={waits ? undefined : 'descending'}>
            申请
          </th>
          <th scope="col">缴费人</th>
          <th scope="col" className="right only-wide">
            退几人
          </th>
          <th scope="col" className="right">
            金额（元）
          </th>
          <th scope="col" className="not-narrow">
            原因
          </th>
          <th scope="col" className="only-wide">
            退回到
          </th>
          <th scope="col" aria-sort={waits ? 'ascending' : undefined}>
            {waits ? '剩余时间' : '状态'}
          </th>
        </tr>
      </thead>
      <tbody>
        {refunds.map((one) => (
          <OpenableRow key={one.refundNo} isOpen={one.refundNo === current} onOpen={() => onPick(one.refundNo)}>
            {checkable && (
              <td>
                <Checkbox
                  aria-label={`选 ${one.orderNo}`}
                  checked={checked.includes(one.refundNo)}
                  onChange={() => onToggle(one.refundNo)}
                />
              </td>
            )}
            <td className="num">
              <Link to={`/orders/${one.orderNo}`}>{one.orderNo}</Link>
            </td>
            <td className="num not-narrow">{shortTime(one.appliedAt)}</td>
            <td>{one.payer}</td>
            <td className="num right only-wide">{one.people || '—'}</td>
            <td className="num right">{formatYuan(one.amountFen)}</td>
            <td className="not-narrow">{one.reason}</td>
            <td className="only-wide">{one.to}</td>
            <td>
              {one.dueAt === null ? (
                <StateTag tone={one.tone}>{one.statusLabel}</StateTag>
              ) : (
                <TimeLeft {...{ dueAt: one.dueAt, now, soonMs: SOON_MS }} />
              )}
            </td>
          </OpenableRow>
        ))}
      </tbody>
    </table>
  );
}

/** What the second person agrees to, added up. */
function BatchTable({ refunds }: Pick<QueueProps, 'refunds'>) {
  const sum = (of: (one: QueueProps['refunds'][number]) => number) => refunds.reduce((all, one) => all + of(one), 0);
  return (
    <div className="scroll-x">
      <table className="console-table batch-refunds">
        <caption className="sr-only">这一批的退款</caption>
        <thead>
          <tr>
            <th scope="col">订单号</th>
            <th scope="col">申请</th>
            <th scope="col">缴费人</th>
            <th scope="col" className="right">
              退几人
            </th>
            <th scope="col" className="right">
              金额（元）
            </th>
            <th scope="col">原因</th>
            <th scope="col">退回到</th>
          </tr>
        </thead>
        <tbody>
          {refunds.map((one) => (
            <tr key={one.refundNo}>
              <td className="num">
                <Link to={`/orders/${one.orderNo}`}>{one.orderNo}</Link>
              </td>
              <td className="num">{shortTime(one.appliedAt)}</td>
              <td>{one.payer}</td>
              <td className="num right">{one.people || '—'}</td>
              <td className="num right">{formatYuan(one.amountFen)}</td>
              <td>{one.reason}</td>
              <td>{one.to}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={3}>
              合计 {refunds.length} 笔
            </th>
            <td className="num right">{sum(({ people }) => people)}</td>
            <td className="num right">{formatYuan(sum(({ amountFen }) => amountFen))}</td>
            <td colSpan={2} />
          </tr>
        </tfoot>
      </table>
    </div>
  );
}

const SOON_MS = 3 * 3_600_000;

function Batches({ value, reload }: { value: Listed; reload(): void }) {
  return (
    <section className="panel" aria-label="待复核的批次">
      {value.batches.length === 0 && (
        <Empty style={{ padding: 24 }} description={EMPTY.second} image={Empty.PRESENTED_IMAGE_SIMPLE} />
      )}
      {value.batches.map(({ approval, refunds }) => (
        <div key={approval.approvalNo}>
          <ApprovalCard approval={approval} reload={reload} />
          {refunds.length > 0 && <BatchTable refunds={refunds} />}
        </div>
      ))}
    </section>
  );
}
