import type { ComplaintLineValue } from '@huimin/contract/console';
import { COMPLAINT_CATEGORIES, isOpenComplaint, UNCLOSED_DAYS } from '@huimin/domain/complaint';
import { App, Button, Skeleton, Tabs } from 'antd';
import type { Inputs, Outputs } from '../../api/client.ts';
import { useCall } from '../../api/use-call.ts';
import { DayInput } from '../../app/day-input.tsx';
import { ExportButton } from '../../app/export-button.tsx';
import { AddressChoice } from '../../app/filter-choice.tsx';
import { Icon } from '../../app/icon.tsx';
import { ListPanel } from '../../app/list-panel.tsx';
import { LoadProblem } from '../../app/load-problem.tsx';
import { NumberSearch, useSearchedNumber } from '../../app/number-search.tsx';
import { PageHead } from '../../app/page-head.tsx';
import { useSelf } from '../../app/self.tsx';
import { useAddressFilter } from '../../app/use-address-filter.ts';
import { usePicked } from '../../app/use-picked.ts';
import { ComplaintHeads } from '../../parts/complaint-heads.tsx';
import { KpiStrip } from '../../parts/kpi-strip.tsx';
import { OpenableRow } from '../../parts/openable-row.tsx';
import { StateTag } from '../../parts/state-tag.tsx';
import { roughly } from '../orders/time-words.ts';
import { ComplaintDetail } from './complaint-detail.tsx';
import '../orders/orders.css';
import { ListKeys } from '../../parts/list-keys.tsx';
import { shortDay, shortTime } from '../../parts/when.ts';

type Which = NonNullable<Inputs['listComplaints']['which']>;
type Listed = Outputs['listComplaints'];

const TABS: readonly { key: Which; label: string }[] = [
  { key: 'open', label: '待办' },
  { key: 'answered', label: '待办结' },
  { key: 'ended', label: '已了结' },
  { key: 'all', label: '全部' },
];
const CATEGORY_NAMES = COMPLAINT_CATEGORIES.map(({ value }) => value);
/** As the server puts them: what has to be answered by its day, who has waited longest for the end, else the newest first. */
const ORDERS = { open: 'due', answered: 'answer', ended: 'latest', all: 'latest' } as const;
/** Under which names the address narrows the list, besides its tab. */
const NARROWS = ['category', 'number', 'from', 'to', 'answeredFor'];
const ANSWERED_FOR = (['7', '20', '60'] as const).map((value) => ({ value, label: `答复满 ${value} 天` }));

/** Complaints by their deadline, and one of them whole. */
export default function ComplaintsPage() {
  const address = useAddressFilter('after');
  const { given, set } = address;
  const { refresh } = useSelf();
  const { message } = App.useApp();
  const which = TABS.find(({ key }) => key === given('which'))?.key ?? 'open';
  const categories = useCall('listComplaintCategories', {}).value?.categories ?? [];
  const category = CATEGORY_NAMES.find((value) => value === given('category'));
  const number = useSearchedNumber(address, 'number', 'complaint');
  const order = number === undefined ? ORDERS[which] : 'latest';
  const answeredFor =
    which === 'answered' ? ANSWERED_FOR.find(({ value }) => value === given('answeredFor'))?.value : undefined;
  const days = { from: given('from'), to: given('to') };
  const list = useCall('listComplaints', {
    ...{ which, category, number, answeredFor, ...days },
    after: address.cursor,
  });
  const complaints = list.value?.complaints ?? [];
  const { current, place, pick } = usePicked(complaints, ({ complaintNo }) => complaintNo);
  const done = (words: string) => {
    message.success(words);
    list.reload();
    refresh();
  };
  return (
    <div className="page">
      <PageHead title="投诉" note="收到后 15 个工作日内答复，可以延一次；客服答复，合规办结，不能是同一人">
        <ListKeys />
        <ExportButton
          kind="complaints"
          title="投诉清单"
          unfiltered={number !== undefined ? '编号' : answeredFor !== undefined ? '答复多久' : null}
          filter={{ which, category, ...days }}
        />
      </PageHead>
      <Figures figures={list.value?.figures} />
      <div className="refund-tabs">
        <Tabs
          activeKey={number === undefined ? which : 'all'}
          onChange={(key) => {
            pick(null);
            set({ which: key === 'open' ? null : key, number: null });
          }}
          items={TABS.map(({ key, label }) => ({ key, label }))}
        />
        <search className="filters refund-filters">
          <AddressChoice
            isSmall
            label="分类"
            placeholder="分类：全部"
            {...{ address, name: 'category' }}
            options={categories.map(({ value, label }) => ({ value, label }))}
          />
          {which === 'answered' && (
            <AddressChoice
              isSmall
              label="答复多久没办结"
              placeholder="答复多久：不限"
              {...{ address, name: 'answeredFor' }}
              options={ANSWERED_FOR}
            />
          )}
          <DayInput label="从哪天收到" shown="收到从" value={days.from} onChange={(from) => set({ from })} />
          <DayInput label="到哪天收到" shown="到" value={days.to} onChange={(to) => set({ to })} />
          <NumberSearch
            isSmall
            className="complaint-search"
            {...{ address, name: 'number', form: 'complaint' }}
            label="投诉编号或订单号"
          />
        </search>
      </div>
      <LoadProblem problem={list.problem} onRetry={list.reload} />
      {list.value === null && list.problem === null && <Skeleton active />}
      {list.value && (
        <div className="list-beside">
          <ListPanel
            label="投诉列表"
            loading={list.loading}
            filter={address}
            next={list.value.next}
            isEmpty={complaints.length === 0}
            emptyText="这里没有投诉"
            noneLike={number === undefined ? '没有符合条件的投诉' : '没有这个编号的投诉'}
            narrowedBy={NARROWS}
          >
            <Rows
              complaints={complaints}
              order={order}
              current={current?.complaintNo ?? null}
              now={list.value.at}
              onPick={pick}
            />
          </ListPanel>
          {current && (
            <ComplaintDetail key={current.complaintNo} complaintNo={current.complaintNo} place={place} onDone={done} />
          )}
        </div>
      )}
    </div>
  );
}

function Figures({ figures }: { figures: Listed['figures'] | undefined }) {
  const count = (value: number | undefined) => (value === undefined ? '…' : value.toLocaleString('zh-CN'));
  return (
    <KpiStrip
      label="投诉"
      figures={[
        { label: '待办', value: count(figures?.open), unit: '件' },
        { label: '已过期限', value: count(figures?.late), unit: '件', ...(figures?.late ? { tone: 'alarm' } : {}) },
        { label: '3 天内到期', value: count(figures?.soon), unit: '件', ...(figures?.soon ? { tone: 'warn' } : {}) },
        { label: '重新提出', value: count(figures?.again), unit: '件' },
        { label: '待办结', value: count(figures?.answered), unit: '件' },
        {
          ...{ label: `答复满 ${UNCLOSED_DAYS} 天没办结`, value: count(figures?.unclosed), unit: '件' },
          ...(figures?.unclosed ? { tone: 'warn' } : {}),
        },
        { label: '近 30 天收到', value: count(figures?.filed), unit: '件' },
      ]}
    />
  );
}

interface RowsProps {
  readonly complaints: readonly ComplaintLineValue[];
  /** What has to be answered first comes first, or what was answered first; else the newest. */
  readonly order: (typeof ORDERS)[Which];
  readonly current: string | null;
  readonly now: string;
  onPick(complaintNo: string): void;
}

function Rows({ complaints, order, current, now, onPick }: RowsProps) {
  return (
    <table className="console-table">
      <caption className="sr-only">投诉</caption>
      <thead>
        <tr>
          <ComplaintHeads hasOneBeside isNewestFirst={order === 'latest'} />
          <th scope="col" className="only-wide">
            手机
          </th>
          <th scope="col">状态</th>
          <th scope="col" aria-sort={order === 'due' ? 'ascending' : order === 'answer' ? 'descending' : undefined}>
            {order === 'answer' ? '答复多久了' : '答复期限'}
          </th>
        </tr>
      </thead>
      <tbody>
        {complaints.map((one) => (
          <OpenableRow
            key={one.complaintNo}
            isOpen={one.complaintNo === current}
            onOpen={() => onPick(one.complaintNo)}
          >
            <td className="num">
              <Button type="link" size="small" className="row-link" onClick={() => onPick(one.complaintNo)}>
                {one.complaintNo}
              </Button>
            </td>
            <td className="num not-narrow">{shortTime(one.filedAt)}</td>
            <td>
              {one.categoryLabel}
              {one.byPhone && <small className="state-plain"> 电话</small>}
            </td>
            <td className="not-narrow">{one.city || '—'}</td>
            <td className="num only-wide">{one.phone}</td>
            <td>
              <StateTag tone={one.tone}>{one.statusLabel}</StateTag>
              {one.finding !== '' && <span className="not-narrow"> {one.finding}</span>}
              {one.again && one.status !== 'reopened' && ' 第二次'}
            </td>
            <td>
              <Due one={one} now={now} />
            </td>
          </OpenableRow>
        ))}
      </tbody>
    </table>
  );
}

const DAY_MS = 24 * 3_600_000;
const SOON_MS = 3 * DAY_MS;

/** How long there is to answer; of what was answered, whether it was in time. */
function Due({ one, now }: { one: ComplaintLineValue; now: string }) {
  if (!isOpenComplaint(one.status)) {
    if (one.status === 'answered' && one.answeredAt !== null) {
      const days = Math.floor((Date.parse(now) - Date.parse(one.answeredAt)) / DAY_MS);
      return (
        <span className={`state state-${days >= UNCLOSED_DAYS ? 'warn' : 'plain'}`}>
          {days === 0 ? '今天答复' : `${days} 天`}
          {one.late && <span className="not-narrow">，超期答复</span>}
        </span>
      );
    }
    if (one.status === 'withdrawn') return <span className="state state-plain">—</span>;
    return <span className={`state state-${one.late ? 'warn' : 'plain'}`}>{one.late ? '超期答复' : '按时答复'}</span>;
  }
  const left = Date.parse(one.dueAt) - Date.parse(now);
  return (
    <span className={`state state-${one.late ? 'bad' : left < SOON_MS ? 'warn' : 'plain'}`}>
      <Icon name="clock" size={16} />
      {one.late ? (
        <>
          过了期限<span className="not-narrow"> {shortDay(one.dueAt)}</span>
        </>
      ) : (
        <>
          <span className="not-narrow">{shortDay(one.dueAt)}，</span>
          还有 {roughly(left)}
        </>
      )}
      {one.extended && <span className="not-narrow">（延过）</span>}
    </span>
  );
}
