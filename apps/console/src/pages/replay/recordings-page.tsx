import type { RecordingLineValue } from '@huimin/contract/console';
import { Button, Checkbox } from 'antd';
import { Fragment, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import type { Inputs } from '../../api/client.ts';
import { useCall } from '../../api/use-call.ts';
import { DayInput } from '../../app/day-input.tsx';
import { AddressChoice } from '../../app/filter-choice.tsx';
import { LoadProblem } from '../../app/load-problem.tsx';
import { BY_TIME, MoreRows } from '../../app/more-rows.tsx';
import { NoneFound } from '../../app/none-found.tsx';
import { NumberSearch, useSearchedNumber } from '../../app/number-search.tsx';
import { PageHead } from '../../app/page-head.tsx';
import { PersonSearch, usePersonSearch } from '../../app/person-search.tsx';
import { useSelf } from '../../app/self.tsx';
import { useAddressFilter } from '../../app/use-address-filter.ts';
import { UP_AND_DOWN, useKeys } from '../../app/use-keys.ts';
import { editionOptions } from '../../parts/edition-options.ts';
import { ListKeys } from '../../parts/list-keys.tsx';
import { OpenableRow } from '../../parts/openable-row.tsx';
import { NOBODY, type Payer } from '../../parts/payer-of.ts';
import { StateWord, type WordTone } from '../../parts/state-word.tsx';
import { shortId } from '../../parts/subject-words.ts';
import { shortTimeSeconds } from '../../parts/when.ts';
import '../../parts/parts.css';
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
    edition: given('edition'),
    channel: given('channel'),
    mark: given('mark') as Search['mark'],
    state: given('state') as Search['state'],
    before: address.cursor,
    ...(given('short') ? { shortRead: true } : {}),
    ...person,
  };
  const { value, loading, problem, reload } = useCall('searchRecordings', search);
  const filtered = address.isChosen || person !== NOBODY;
  const find = (payer: Payer) => {
    setPerson(payer);
    if (address.cursor !== undefined) address.goTo(null);
  };
  const findTyped = usePersonSearch(find);
  const clear = () => {
    setPerson(NOBODY);
    address.clear();
  };
  const lines = value?.recordings ?? [];
  const [chosen, choose] = useState<string | null>(null);
  const navigate = useNavigate();
  const step = (by: number) => {
    const at = lines.findIndex((line) => keyOf(line) === chosen);
    const next = lines[Math.min(lines.length - 1, Math.max(0, at + by))];
    if (next) choose(keyOf(next));
  };
  useKeys(
    {
      j: () => step(1),
      k: () => step(-1),
      Enter: () => {
        const trace = lines.find((line) => keyOf(line) === chosen)?.trace;
        if (trace) navigate(`/recordings/${trace}`);
      },
      Escape: () => choose(null),
    },
    [...UP_AND_DOWN, ['回车', '打开选中的回放']],
  );
  return (
    <div className="page">
      <PageHead title="会话回放" note="每次参保看过什么、点过什么。默认遮盖，每次查看都留记录">
        {value !== null && value.unrecorded > 0 && given('state') !== 'unrecorded' && (
          <Button type="link" size="small" onClick={() => set({ state: 'unrecorded' })}>
            近 30 天有 {value.unrecorded >= 100 ? '100 笔以上' : `${value.unrecorded} 笔`}订单没有录到
          </Button>
        )}
        <ListKeys more={[['回车', '打开']]} />
      </PageHead>
      <LoadProblem problem={problem} onRetry={reload} />
      <section className="panel long-list" aria-label="会话记录" aria-busy={loading}>
        <div className="panel-head">
          <div className="filters rp-filters">
            <NumberSearch
              isSmall
              className="rp-search is-number"
              {...{ address, name: 'number', form: 'recording' }}
              placeholder="订单号、保单号、记录编号"
              label="编号"
              onPerson={findTyped}
            />
            <PersonSearch
              isSmall
              className="rp-search"
              placeholder="身份证号或手机号"
              label="身份证号或手机号，不会出现在地址里"
              person={person}
              onFind={find}
            />
            <DayInput label="从哪天" shown="从" value={given('from')} onChange={(from) => set({ from })} />
            <DayInput label="到哪天" shown="到" value={given('to')} onChange={(to) => set({ to })} />
            <span className="filters-group">
              <AddressChoice
                isSmall
                {...{ address, name: 'edition', label: '产品', options: editionOptions(value?.editions) }}
              />
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
              <Button size="small" onClick={clear}>
                清空
              </Button>
            )}
          </div>
        </div>
        <div className="scroll-x">
          <RecordingTable lines={lines} chosen={chosen} onChoose={choose} />
        </div>
        {value?.recordings.length === 0 && problem === null && (
          <NoneFound
            isNarrowed={filtered}
            notSuch="没有这样的记录"
            none="还没有会话记录，有人打开参保页以后显示在这里"
            onClear={clear}
          />
        )}
        <MoreRows filter={address} next={value?.next} labels={BY_TIME} />
      </section>
    </div>
  );
}

const keyOf = ({ trace, orderNos }: RecordingLineValue) => trace || `order ${orderNos[0]}`;

interface TableProps {
  readonly lines: readonly RecordingLineValue[];
  readonly chosen: string | null;
  onChoose(key: string): void;
}

function RecordingTable({ lines, chosen, onChoose }: TableProps) {
  return (
    <table className="console-table">
      <caption className="sr-only">会话记录，最后收到的在前</caption>
      <thead>
        <tr>
          <th scope="col" aria-sort="descending">
            最后收到
          </th>
          <th scope="col">记录</th>
          <th scope="col">订单</th>
          <th scope="col">渠道</th>
          <th scope="col" className="right">
            页面
          </th>
          <th scope="col" className="right">
            批次
          </th>
          <th scope="col">要留意</th>
          <th scope="col">状态</th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <OpenableRow key={keyOf(line)} isOpen={keyOf(line) === chosen} onOpen={() => onChoose(keyOf(line))}>
            <td className="num">{shortTimeSeconds(line.lastAt)}</td>
            <td>
              {line.trace === '' ? (
                <span className="state-bad">没有录到</span>
              ) : (
                <Link to={`/recordings/${line.trace}`}>
                  {line.state === 'unrecorded' ? '服务器记录' : '回放'} {shortId(line.trace)}
                </Link>
              )}
            </td>
            <td className="num">
              <Orders of={line.orderNos} />
            </td>
            <td>{CHANNELS.find(({ value }) => value === line.channel)?.label ?? (line.channel ? '其他' : '—')}</td>
            <td className="num right">{line.pages ?? (line.trace === '' ? '—' : '还没读')}</td>
            <td className="num right">{line.batches}</td>
            <td>
              <Notes line={line} />
            </td>
            <td>
              <StateWord tone={TONES[line.state] ?? 'plain'}>{line.stateLabel}</StateWord>
            </td>
          </OpenableRow>
        ))}
      </tbody>
    </table>
  );
}

/** What somebody who looks for trouble has to see. */
function Notes({ line: { gaps, shortRead, disputes, verdict } }: { line: RecordingLineValue }) {
  const isTroubled = verdict === 'altered' || verdict === 'incomplete' || disputes > 0 || gaps > 0 || shortRead;
  if (!isTroubled) return '—';
  return (
    <span className="filters">
      {verdict === 'altered' && <span className="state state-bad">检查：被改动过</span>}
      {verdict === 'incomplete' && <span className="state state-warn">检查：不完整</span>}
      {disputes > 0 && <span className="state state-warn">投诉 {disputes} 件</span>}
      {gaps > 0 && <span className="state state-bad">缺 {gaps} 段</span>}
      {shortRead && <span className="state state-warn">条款不到 3 秒</span>}
    </span>
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
