import type { ReconciliationDayValue } from '@huimin/contract/console';
import { addDays, beijingDate } from '@huimin/domain/date';
import { Alert, App, Button, Empty, Skeleton } from 'antd';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { serverNow } from '../../api/server-clock.ts';
import { useCall } from '../../api/use-call.ts';
import { useReturn } from '../../api/use-return.ts';
import { useWatch } from '../../api/use-watch.ts';
import { DayInput } from '../../app/day-input.tsx';
import { ExportButton } from '../../app/export-button.tsx';
import { LoadProblem } from '../../app/load-problem.tsx';
import { PageHead } from '../../app/page-head.tsx';
import { useSelf } from '../../app/self.tsx';
import { useAddressFilter } from '../../app/use-address-filter.ts';
import { ActButton } from '../../parts/act-button.tsx';
import { ReasonDialog } from '../../parts/reason-dialog.tsx';
import { StateTag } from '../../parts/state-tag.tsx';
import { shortTime, writtenDay } from '../../parts/when.ts';
import { DayList } from './day-list.tsx';
import { Differences } from './differences.tsx';
import { LeftOfDay } from './left-of-day.tsx';
import { Settlements } from './settlements.tsx';
import { ThreeSides } from './three-sides.tsx';
import { TrialBalance } from './trial-balance.tsx';
import './reconciliation.css';

const yesterday = () => addDays(beijingDate(serverNow()), -1);

/** Providers' bills, orders and the insurer, day by day: what differs, what to do about it, and the day's end. */
export default function ReconciliationPage() {
  const address = useAddressFilter('after');
  const days = useCall('listReconciliationDays', {});
  const day = address.given('day') ?? days.value?.days[0]?.day ?? yesterday();
  const { value, loading, problem, reload } = useCall('showReconciliationDay', { day });
  const shown = value?.day === day ? value : null;
  const changed = () => {
    reload();
    days.reload();
  };
  const watch = useWatch(changed);
  useReturn(changed, shown !== null && (shown.closing.isAsked || shown.issues.some(({ isUnderWay }) => isUnderWay)));
  const toDay = (next: string) => address.set({ day: next, class: null, gone: null, difference: null });
  // The list beneath it stays where it is.
  const showBalance = (balance: 'open' | null) => address.set({ balance, after: address.cursor });
  return (
    <div className="page">
      <PageHead title="三方对账" note={shown && <Standing view={shown} />}>
        <DayInput isTall isGiven label="对账日期" value={day} onChange={(next) => next && toDay(next)} />
        <Button onClick={() => showBalance('open')}>试算平衡</Button>
        {shown && (
          <Actions
            view={shown}
            onDone={changed}
            onFetching={() => {
              changed();
              watch();
            }}
          />
        )}
        <ExportButton
          kind="reconciliation-differences"
          title="对账差异"
          filter={{ day, class: address.given('class'), gone: address.given('gone') }}
        />
        {shown?.insurer && <ExportButton kind="issue-differences" title="出单差" label="导出出单差" filter={{}} />}
      </PageHead>
      <LoadProblem problem={problem ?? days.problem} onRetry={changed} />
      {shown?.closing.hasChanged && (
        <Alert type="warning" showIcon title="结清以后账又变了：账单或差异和结清时不同，请核对后再结清一次。" />
      )}
      {shown === null && loading && <Skeleton active />}
      {shown && <ThreeSides view={shown} />}
      {shown && shown.providers.length === 0 && (
        <Empty
          description="这一天还没有核对过的账单。渠道的账单第二天 10:00 起来取，取到就自动核对"
          image={Empty.PRESENTED_IMAGE_SIMPLE}
        />
      )}
      {shown && shown.providers.length > 0 && <Differences view={shown} address={address} onDone={changed} />}
      {shown && <LeftOfDay view={shown} onDone={changed} />}
      {shown && <Settlements view={shown} />}
      {address.given('balance') !== undefined && <TrialBalance onClose={() => showBalance(null)} />}
      <DayList days={days.value?.days ?? []} next={days.value?.next ?? null} current={day} onOpen={toDay} />
    </div>
  );
}

function runText({ providers }: ReconciliationDayValue): string {
  const last = providers
    .map(({ finishedAt }) => finishedAt)
    .toSorted()
    .at(-1);
  if (last === undefined) return '';
  const ms = providers.reduce((sum, { durationMs }) => sum + durationMs, 0);
  return `${shortTime(last)} 跑完，用时 ${Math.max(1, Math.round(ms / 1000))} 秒`;
}

/** Of many only how many: the heading keeps its buttons beside it. */
const providersText = (some: ReconciliationDayValue['missing']) =>
  some.length > 2 ? `${some.length} 家渠道` : some.map(({ label }) => label).join('、');

/** When the day was compared and where it stands, in a word each. */
function Standing({ view }: { view: ReconciliationDayValue }) {
  const { missing, isPending, open, held, closing, providers } = view;
  const notDue = missing.filter(({ isDue }) => !isDue);
  const due = missing.filter(({ isDue }) => isDue);
  const differing = view.classes.reduce((sum, { count }) => sum + count, 0);
  return (
    <span className="filters" role="status">
      {runText(view)}
      {open > 0 && <StateTag tone="warn">差 {open} 笔，未结清</StateTag>}
      {open === 0 && providers.length > 0 && closing.closedAt === null && (
        <StateTag tone="success">{differing === 0 ? '渠道没有差异' : '渠道差异都处理了'}</StateTag>
      )}
      {held > 0 && <StateTag tone="info">挂账 {held} 笔</StateTag>}
      {isPending && <StateTag tone="info">正在重新核对</StateTag>}
      {closing.isAsked && <StateTag tone="info">已提交结清，等复核</StateTag>}
      {closing.closedAt !== null && (
        <StateTag tone={closing.hasChanged ? 'warn' : 'success'}>
          {shortTime(closing.closedAt)} 结清，{closing.closedBy}
        </StateTag>
      )}
      {notDue.length > 0 && <StateTag tone="neutral">{providersText(notDue)}的账单还没取，到时间自动取</StateTag>}
      {[...new Set(due.map(({ problem }) => problem))].map((problem) => (
        <StateTag key={problem} tone="error">
          {due
            .filter((one) => one.problem === problem)
            .map(({ label }) => label)
            .join('、')}
          账单没取到：{problem}
        </StateTag>
      ))}
    </span>
  );
}

interface ActionsProps {
  readonly view: ReconciliationDayValue;
  onDone(): void;
  /** Bills are on their way: what they say comes within a minute. */
  onFetching(): void;
}

function Actions({ view, onDone, onFetching }: ActionsProps) {
  const { may } = useSelf();
  const { message } = App.useApp();
  const [closing, setClosing] = useState(false);
  if (!may('reconciliation.settle')) return null;
  const { day } = view;
  const { problems, isAsked, closedAt, hasChanged } = view.closing;
  const fetchAgain = () =>
    call('fetchBillsAgain', { day }).then(() => {
      message.success('正在取，取到了就显示在这里');
      onFetching();
    });
  const isClosed = closedAt !== null && !hasChanged;
  return (
    <>
      <ActButton onAct={fetchAgain} disabled={view.isPending}>
        重新取账单
      </ActButton>
      {!isClosed && (
        <Button disabled={problems.length > 0 || isAsked} title={problems.join('；')} onClick={() => setClosing(true)}>
          {problems[0] === undefined ? '结清当日' : `结清当日，${problems[0]}`}
        </Button>
      )}
      {closing && (
        <ReasonDialog
          title={`结清 ${writtenDay(day)}`}
          okText="提交复核"
          label="说明"
          onClose={() => setClosing(false)}
          onSend={async (reason) => {
            await call('askDayClosing', { day, reason });
            message.success('已提交，等第二个人同意');
            onDone();
          }}
        >
          <p>第二个人同意后，这一天按现在的数结清。挂账的钱留在挂账科目，以后还可以处理。</p>
        </ReasonDialog>
      )}
    </>
  );
}
