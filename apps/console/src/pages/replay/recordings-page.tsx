import type { RecordingLineValue } from '@huimin/contract/console';
import { Button, Checkbox, Input, Table } from 'antd';
import { Fragment, useState } from 'react';
import { Link } from 'react-router';
import type { Inputs } from '../../api/client.ts';
import { useCall } from '../../api/use-call.ts';
import { DayInput } from '../../app/day-input.tsx';
import { AddressChoice } from '../../app/filter-choice.tsx';
import { LoadProblem } from '../../app/load-problem.tsx';
import { BY_TIME, MoreRows } from '../../app/more-rows.tsx';
import { NumberSearch, useSearchedNumber } from '../../app/number-search.tsx';
import { PageHead } from '../../app/page-head.tsx';
import { useSelf } from '../../app/self.tsx';
import { tableEmpty } from '../../app/table-empty.tsx';
import { useAddressFilter } from '../../app/use-address-filter.ts';
import { NOBODY, payerOf } from '../../parts/payer-of.ts';
import { StateWord, type WordTone } from '../../parts/state-word.tsx';
import { shortId } from '../../parts/subject-words.ts';
import { shortTimeSeconds } from '../../parts/when.ts';
import './replay.css';

type Search = Inputs['searchRecordings'];

const MARKS = [
  { value: 'document', label: '看过文件' },
  { value: 'consent', label: '有同意' },
  { value: 'gap', label: '有缺段' },
  { value: 'failed-call', label: '接口出错' },
  { value: 'order', label: '下过单' },
];
const STATES = [
  { value: 'collecting', label: '采集中' },
  { value: 'sealed', label: '已封存' },
  { value: 'sealed-with-gaps', label: '缺段' },
  { value: 'exported', label: '已导出' },
  { value: 'held', label: '司法冻结' },
  { value: 'restricted', label: '限制处理' },
  { value: 'due', label: '到期待销毁' },
  { value: 'erased', label: '已销毁' },
  { value: 'unrecorded', label: '没有录到' },
];
const CHANNELS = [
  { value: 'wechat', label: '微信' },
  { value: 'mini-program', label: '微信小程序' },
  { value: 'alipay', label: '支付宝' },
  { value: 'in-app', label: 'App' },
  { value: 'plain', label: '浏览器' },
];
const TONES: Readonly<Record<string, WordTone>> = {
  sealed: 'good',
  'sealed-with-gaps': 'warn',
  held: 'bad',
  restricted: 'warn',
  due: 'warn',
  unrecorded: 'bad',
};

const CHOICES = [
  ['channel', '渠道', CHANNELS],
  ['mark', '标记', MARKS],
  ['state', '状态', STATES],
] as const;

/** Recordings of sales, by what is known of one. */
export default function RecordingsPage() {
  const address = useAddressFilter('before');
  const { given, set } = address;
  // Somebody's number: looked for, and kept in no address.
  const [person, setPerson] = useState(NOBODY);
  const search: Search = {
    number: useSearchedNumber(address, 'number', 'recording'),
    from: given('from'),
    to: given('to'),
    channel: given('channel'),
    mark: given('mark') as Search['mark'],
    state: given('state') as Search['state'],
    before: address.cursor,
    ...(given('short') ? { shortRead: true } : {}),
    ...person,
  };
  const { value, loading, problem, reload } = useCall('searchRecordings', search);
  const filtered = address.isChosen || person !== NOBODY;
  return (
    <div className="page">
      <PageHead title="会话回放" note="每次参保看过什么、点过什么。默认遮盖，每次查看都留记录">
        {value !== null && value.unrecorded > 0 && given('state') !== 'unrecorded' && (
          <Button type="link" size="small" onClick={() => set({ state: 'unrecorded' })}>
            近 30 天有 {value.unrecorded >= 100 ? '100 笔以上' : `${value.unrecorded} 笔`}订单没有录到
          </Button>
        )}
      </PageHead>
      <LoadProblem problem={problem} onRetry={reload} />
      <section className="panel" aria-label="会话记录">
        <div className="panel-head">
          <div className="filters rp-filters">
            <NumberSearch
              isSmall
              className="rp-search"
              {...{ address, name: 'number', form: 'recording' }}
              placeholder="订单号、保单号、记录编号"
              label="编号"
              onPerson={(text) => setPerson(payerOf(text))}
            />
            <Input.Search
              size="small"
              className="rp-search"
              placeholder="身份证号或手机号"
              aria-label="身份证号或手机号，不会出现在地址里"
              maxLength={18}
              autoComplete="off"
              onSearch={(text) => setPerson(payerOf(text))}
            />
            <DayInput label="从哪天" shown="从" value={given('from')} onChange={(from) => set({ from })} />
            <DayInput label="到哪天" shown="到" value={given('to')} onChange={(to) => set({ to })} />
            <span className="filters-group">
              {CHOICES.map(([name, label, options]) => (
                <AddressChoice key={name} isSmall {...{ address, name, label, options }} />
              ))}
              <Checkbox
                checked={given('short') !== undefined}
                onChange={(event) => set({ short: event.target.checked ? '1' : null })}
              >
                条款不到 3 秒
              </Checkbox>
            </span>
            {filtered && (
              <Button
                size="small"
                onClick={() => {
                  setPerson(NOBODY);
                  address.clear();
                }}
              >
                清空
              </Button>
            )}
          </div>
        </div>
        <Table<RecordingLineValue>
          size="small"
          rowKey={({ trace, orderNos }) => trace || `order ${orderNos[0]}`}
          loading={loading}
          dataSource={value?.recordings ?? []}
          pagination={false}
          scroll={{ x: 'max-content' }}
          locale={tableEmpty(
            value !== null && problem === null,
            filtered ? '没有这样的记录' : '还没有会话记录，有人打开参保页以后显示在这里',
          )}
          columns={COLUMNS}
        />
        <MoreRows filter={address} next={value?.next} labels={BY_TIME} />
      </section>
    </div>
  );
}

/** What was ordered; it leads there, whoever may. */
function Orders({ of: orderNos }: { of: readonly string[] }) {
  const { may } = useSelf();
  if (orderNos.length === 0) return '没有下单';
  return orderNos.map((orderNo, index) => (
    <Fragment key={orderNo}>
      {index > 0 && '、'}
      {may('orders.view') ? <Link to={`/orders/${orderNo}`}>{orderNo}</Link> : orderNo}
    </Fragment>
  ));
}

const COLUMNS = [
  {
    title: '最后收到',
    dataIndex: 'lastAt',
    className: 'num',
    onHeaderCell: () => ({ 'aria-sort': 'descending' as const }),
    render: shortTimeSeconds,
  },
  {
    title: '记录',
    key: 'trace',
    render: (_: unknown, { trace, state }: RecordingLineValue) =>
      trace === '' ? (
        <span className="state-bad">没有录到</span>
      ) : (
        <Link to={`/recordings/${trace}`}>
          {state === 'unrecorded' ? '服务器记录' : '回放'} {shortId(trace)}
        </Link>
      ),
  },
  {
    title: '订单',
    key: 'orders',
    className: 'num',
    render: (_: unknown, { orderNos }: RecordingLineValue) => <Orders of={orderNos} />,
  },
  {
    title: '渠道',
    dataIndex: 'channel',
    render: (channel: string) => CHANNELS.find(({ value }) => value === channel)?.label ?? (channel && '其他'),
  },
  {
    title: '页面',
    key: 'pages',
    className: 'num',
    align: 'right' as const,
    render: (_: unknown, { trace, pages }: RecordingLineValue) => pages ?? (trace === '' ? '' : '还没读'),
  },
  { title: '批次', dataIndex: 'batches', className: 'num', align: 'right' as const },
  {
    title: '要留意',
    key: 'notes',
    render: (_: unknown, { gaps, shortRead, disputes, verdict }: RecordingLineValue) => (
      <span className="filters">
        {verdict === 'altered' && <span className="state state-bad">检查：被改动过</span>}
        {verdict === 'incomplete' && <span className="state state-warn">检查：不完整</span>}
        {disputes > 0 && <span className="state state-warn">投诉 {disputes} 件</span>}
        {gaps > 0 && <span className="state state-bad">缺 {gaps} 段</span>}
        {shortRead && <span className="state state-warn">条款不到 3 秒</span>}
      </span>
    ),
  },
  {
    title: '状态',
    key: 'state',
    render: (_: unknown, { state, stateLabel }: RecordingLineValue) => (
      <StateWord tone={TONES[state] ?? 'plain'}>{stateLabel}</StateWord>
    ),
  },
];
