import type { OrderLineValue } from '@huimin/contract/console';
import { formatYuan } from '@huimin/domain/money';
import { Button } from 'antd';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import type { Inputs, Outputs } from '../../api/client.ts';
import { useCall } from '../../api/use-call.ts';
import { useReturn } from '../../api/use-return.ts';
import { DayInput } from '../../app/day-input.tsx';
import { ExportButton } from '../../app/export-button.tsx';
import { AddressChoice } from '../../app/filter-choice.tsx';
import { LoadProblem } from '../../app/load-problem.tsx';
import { BY_TIME, MoreRows } from '../../app/more-rows.tsx';
import { NoneFound } from '../../app/none-found.tsx';
import { NumberSearch, useSearchedNumber } from '../../app/number-search.tsx';
import { PageHead } from '../../app/page-head.tsx';
import { PersonSearch, usePersonSearch } from '../../app/person-search.tsx';
import { type AddressFilter, useAddressFilter } from '../../app/use-address-filter.ts';
import { UP_AND_DOWN, useKeys } from '../../app/use-keys.ts';
import { KpiStrip } from '../../parts/kpi-strip.tsx';
import { OpenableRow } from '../../parts/openable-row.tsx';
import { useOwnCities } from '../../parts/own-cities.ts';
import { NOBODY, type Payer } from '../../parts/payer-of.ts';
import { StateTag } from '../../parts/state-tag.tsx';
import { OrderPeek } from './order-peek.tsx';
import { GROUP_OPTIONS, METHOD_OPTIONS, SOURCE_OPTIONS } from './order-words.ts';
import { since, today } from './time-words.ts';
import './orders.css';
import { ListKeys } from '../../parts/list-keys.tsx';
import { clockTime, shortTime } from '../../parts/when.ts';

type Search = Inputs['searchOrders'];

/** Orders of the whole province: what came in today, and any order by what is known of it. */
export default function OrdersPage() {
  const address = useAddressFilter('before');
  const { given } = address;
  const number = useSearchedNumber(address, 'number', 'order');
  // Somebody's number: looked for, and kept in no address.
  const [person, setPerson] = useState(NOBODY);
  const list = useCall('searchOrders', {
    number,
    group: given('group') as Search['group'],
    from: given('from'),
    to: given('to'),
    city: given('city'),
    source: given('source') as Search['source'],
    method: given('method') as Search['method'],
    before: address.cursor,
    ...person,
  });
  // The fields are made anew with it.
  const [resets, setResets] = useState(0);
  const reset = () => {
    setResets((former) => former + 1);
    setPerson(NOBODY);
    address.clear();
  };
  // Somebody's orders are shown from the newest one on, wherever in the list one was.
  const find = (payer: Payer) => {
    setPerson(payer);
    if (address.cursor !== undefined) address.goTo(null);
  };
  const figures = useCall('showOrderFigures', {});
  // Whoever comes back to the page begins with the figures of then.
  useReturn(figures.reload, true);
  const lines = list.value?.orders ?? [];
  const [chosen, choose] = useState<string | null>(null);
  const navigate = useNavigate();
  const step = (by: number) => {
    const at = lines.findIndex(({ orderNo }) => orderNo === chosen);
    const next = lines[Math.min(lines.length - 1, Math.max(0, at + by))];
    if (next) choose(next.orderNo);
  };
  useKeys(
    {
      j: () => step(1),
      k: () => step(-1),
      Enter: () => chosen !== null && navigate(`/orders/${chosen}`),
      Escape: () => choose(null),
    },
    [...UP_AND_DOWN, ['回车', '打开选中的订单'], ['Esc', '收起选中的订单']],
  );
  return (
    <div className="page">
      <PageHead title="订单台" note={figures.value && `${clockTime(figures.value.at)} 的数`}>
        <ListKeys
          more={[
            ['回车', '打开'],
            ['/', '查找'],
          ]}
        />
        <ExportButton
          kind="orders"
          title="订单"
          unfiltered={number !== undefined || person !== NOBODY ? '编号、证件号和手机号' : null}
          filter={{
            ...{ group: given('group'), city: given('city'), method: given('method'), source: given('source') },
            ...{ from: given('from'), to: given('to') },
          }}
        />
      </PageHead>
      <Figures value={figures.value} />
      <LoadProblem problem={list.problem} onRetry={list.reload} />
      <Filters key={resets} {...{ address, person }} onFind={find} onReset={reset} />
      <div className="list-beside orders-columns">
        <section className="panel" aria-label="订单列表" aria-busy={list.loading}>
          <div className="scroll-x">
            <OrderTable lines={lines} chosen={chosen} onChoose={choose} />
          </div>
          {list.value?.orders.length === 0 && (
            <NoneFound
              isNarrowed={address.isChosen || person !== NOBODY}
              notSuch="没有这样的订单"
              none="还没有订单"
              onClear={reset}
            />
          )}
          <MoreRows filter={address} next={list.value?.next} labels={BY_TIME} />
        </section>
        {chosen !== null && <OrderPeek key={chosen} orderNo={chosen} onClose={() => choose(null)} />}
      </div>
    </div>
  );
}

function Figures({ value }: { value: Outputs['showOrderFigures'] | null }) {
  const number = (count: number | undefined) => (count === undefined ? '…' : count.toLocaleString('zh-CN'));
  const waits = value?.oldestRefundAt ? `单　最久 ${since(value.oldestRefundAt, value.at)}` : '单';
  return (
    <KpiStrip
      label="今天"
      figures={[
        { label: '今天下单', value: number(value?.ordersToday), unit: '单' },
        { label: '今天实收', value: value ? formatYuan(value.receivedTodayFen) : '…', unit: '元' },
        { label: '待付款', value: number(value?.unpaid), unit: '单' },
        {
          label: '退款待审',
          value: number(value?.refundsToReview),
          unit: waits,
          ...(value && value.refundsToReview > 0 ? { tone: 'alarm' as const } : {}),
        },
      ]}
    />
  );
}

interface FiltersProps {
  readonly address: AddressFilter;
  readonly person: Payer;
  onFind(payer: Payer): void;
  onReset(): void;
}

function Filters({ address, person, onFind, onReset }: FiltersProps) {
  const onPerson = usePersonSearch(onFind);
  const { given, set } = address;
  const choice = (name: string, label: string, options: { value: string; label: string }[]) => (
    <AddressChoice {...{ address, name, label, options }} />
  );
  const cities = useOwnCities();
  const isToday = given('from') === today() && given('to') === today();
  return (
    <search className="filters">
      <NumberSearch
        id="order-number"
        className="orders-search is-number"
        {...{ address, onPerson, name: 'number', form: 'order' }}
        placeholder="订单号、保单号等"
        label="订单号、保单号、付款单号"
      />
      <PersonSearch
        className="orders-search"
        placeholder="证件号或手机号"
        label="缴费人身份证号或手机号，不会出现在地址里"
        {...{ person, onFind }}
      />
      {choice('group', '订单状态', GROUP_OPTIONS)}
      {choice('city', '医保所在地', cities.options)}
      {choice('method', '付款方式', METHOD_OPTIONS)}
      {choice('source', '来源', SOURCE_OPTIONS)}
      <span className="filters-group">
        <DayInput label="从哪天" shown="从" isTall value={given('from')} onChange={(from) => set({ from })} />
        <DayInput label="到哪天" shown="到" isTall value={given('to')} onChange={(to) => set({ to })} />
        <Button
          aria-pressed={isToday}
          onClick={() => set(isToday ? { from: null, to: null } : { from: today(), to: today() })}
        >
          今天
        </Button>
        <Button onClick={onReset}>重置</Button>
      </span>
    </search>
  );
}

interface TableProps {
  readonly lines: readonly OrderLineValue[];
  readonly chosen: string | null;
  onChoose(orderNo: string): void;
}

function OrderTable({ lines, chosen, onChoose }: TableProps) {
  const besidePeek = chosen === null ? undefined : 'only-wide';
  // The peek tells them, and what was paid and how it stands would be out of sight in a small window.
  const inPeek = chosen === null ? '' : 'not-narrow';
  return (
    <table className="console-table">
      <caption className="sr-only">订单列表，最新的在前</caption>
      <thead>
        <tr>
          <th scope="col">订单号</th>
          <th scope="col" aria-sort="descending">
            下单
          </th>
          <th scope="col" className={inPeek}>
            缴费人
          </th>
          <th scope="col" className={`right ${inPeek}`}>
            人数
          </th>
          <th scope="col" className={inPeek}>
            医保地
          </th>
          <th scope="col" className={inPeek}>
            付款方式
          </th>
          <th scope="col" className="right">
            金额（元）
          </th>
          <th scope="col">状态</th>
          <th scope="col" className={besidePeek}>
            来源
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <OpenableRow key={line.orderNo} isOpen={line.orderNo === chosen} onOpen={() => onChoose(line.orderNo)}>
            <td className="num">
              <Link to={`/orders/${line.orderNo}`}>{line.orderNo}</Link>
            </td>
            <td className="num">{shortTime(line.createdAt)}</td>
            <td className={inPeek}>{line.payer}</td>
            <td className={`num right ${inPeek}`}>{line.people}</td>
            <td className={inPeek}>{line.place || '—'}</td>
            <td className={inPeek}>{line.method ?? '—'}</td>
            <td className="num right">{formatYuan(line.amountFen)}</td>
            <td>
              <StateTag tone={line.tone}>{line.statusLabel}</StateTag>
            </td>
            <td className={besidePeek}>{line.source}</td>
          </OpenableRow>
        ))}
      </tbody>
    </table>
  );
}
