import type { ChannelFiguresValue } from '@huimin/contract/console';
import { addDays, beijingDate } from '@huimin/domain/date';
import { formatYuan } from '@huimin/domain/money';
import { Empty, Select, Skeleton } from 'antd';
import { Link } from 'react-router';
import type { Inputs } from '../../api/client.ts';
import { serverNow } from '../../api/server-clock.ts';
import { useCall } from '../../api/use-call.ts';
import { DayInput } from '../../app/day-input.tsx';
import { ExportButton } from '../../app/export-button.tsx';
import { AddressChoice, useKnownChoice } from '../../app/filter-choice.tsx';
import { LoadProblem } from '../../app/load-problem.tsx';
import { Segments } from '../../app/segments.tsx';
import { useAddressFilter } from '../../app/use-address-filter.ts';
import { editionOptions } from '../../parts/edition-options.ts';
import { KpiStrip } from '../../parts/kpi-strip.tsx';
import { useOwnCities } from '../../parts/own-cities.ts';
import { StateTag } from '../../parts/state-tag.tsx';
import { shortTime } from '../../parts/when.ts';
import { STANDING_TONES } from './channel-words.ts';

const BY = { channel: '按渠道', agent: '按业务员', way: '按来源方式', day: '按天' } as const;
type By = keyof typeof BY;
const BY_OPTIONS = (Object.keys(BY) as By[]).map((key) => ({ value: key, label: BY[key] }));
const HEADINGS: Readonly<Record<By, readonly [string, string]>> = {
  channel: ['渠道', '种类'],
  agent: ['业务员或编码', '所属'],
  way: ['来源方式', ''],
  day: ['日期', ''],
};
const count = (number: number) => number.toLocaleString('zh-CN');

/** What channels, agents and shares brought, within some days. */
export function ReportPart() {
  const address = useAddressFilter('after');
  const { given, set } = address;
  const cities = useOwnCities();
  const today = beijingDate(serverNow());
  // Of the two one may be chosen alone, before the other would begin or after it would end.
  const [first, last] = [given('from'), given('to')];
  const from = first ?? addDays(last ?? today, -29);
  const to = last ?? (from > today ? from : today);
  const asked = given('by');
  const by: By = asked !== undefined && Object.hasOwn(BY, asked) ? (asked as By) : 'channel';
  const input: Inputs['showChannelReport'] = { from, to, by, edition: given('edition'), city: given('city') };
  const { value, loading, problem, reload } = useCall('showChannelReport', input);
  useKnownChoice(address, 'by', BY_OPTIONS);
  useKnownChoice(address, 'city', cities.options);
  const most = Math.max(1, ...(value?.rows.map(({ fen }) => fen) ?? []));
  const [name, of] = HEADINGS[by];
  return (
    <>
      <search className="filters">
        <Segments<By>
          aria-label="分组"
          value={by}
          options={BY_OPTIONS}
          onChange={(key) => set({ by: key === 'channel' ? null : key })}
        />
        <DayInput
          label="从哪一天"
          shown="从"
          isGiven={first === undefined}
          value={from}
          onChange={(day) => set({ from: day })}
        />
        <DayInput
          label="到哪一天"
          shown="到"
          isGiven={last === undefined}
          value={to}
          onChange={(day) => set({ to: day })}
        />
        <Select
          style={{ width: 110 }}
          aria-label="医保所在地"
          value={given('city') ?? ''}
          options={[{ value: '', label: cities.all }, ...(cities.options.length > 1 ? cities.options : [])]}
          onChange={(city: string) => set({ city })}
        />
        <AddressChoice
          {...{ address, name: 'edition', label: '产品版本', placeholder: '产品版本：全部' }}
          options={editionOptions(value?.editions)}
        />
        <span className="space" />
        <ExportButton
          kind="channel-report"
          title="渠道业绩"
          filter={{ from, to, by, edition: given('edition'), city: given('city') }}
        />
      </search>
      <LoadProblem problem={problem} onRetry={reload} />
      {value === null && problem === null && <Skeleton active />}
      {value && (
        <>
          <KpiStrip label="合计" figures={sumFigures(value.sum)} />
          <section className="panel" aria-label="业绩" aria-busy={loading}>
            <div className="panel-head">
              <h2>{BY[by]}</h2>
              <small>
                {value.at === null
                  ? '还没有统计过'
                  : `数据更新 ${shortTime(value.at)}；按付款的那一天算，退的按退完的那一天算`}
              </small>
            </div>
            <div className="scroll-x">
              <table className="console-table">
                <caption className="sr-only">渠道业绩，{BY[by]}</caption>
                <thead>
                  <tr>
                    <th scope="col">{name}</th>
                    {of !== '' && <th scope="col">{of}</th>}
                    {of !== '' && <th scope="col">登记</th>}
                    <th scope="col" className="right">
                      单数
                    </th>
                    <th scope="col" className="right">
                      人数
                    </th>
                    <th scope="col" className="right">
                      保费（元）
                    </th>
                    <th scope="col" className="right">
                      占比
                    </th>
                    {by !== 'way' && (
                      <th scope="col" className="right">
                        退的（元）
                      </th>
                    )}
                  </tr>
                </thead>
                <tbody>
                  {value.rows.map((row) => (
                    <tr key={row.key}>
                      <td>
                        {row.isRegistered ? <Link to={`/channels/${row.key}`}>{row.name}</Link> : row.name}
                        {of !== '' && row.key !== '' && <span className="account num">{row.key}</span>}
                      </td>
                      {of !== '' && <td>{row.of || '—'}</td>}
                      {of !== '' && (
                        <td>
                          {row.standing !== null && (
                            <StateTag tone={STANDING_TONES[row.standing]}>{row.standingText}</StateTag>
                          )}
                          {row.standing === null && row.key !== '' && <StateTag tone="warn">没有登记</StateTag>}
                        </td>
                      )}
                      <td className="num right">{count(row.orders)}</td>
                      <td className="num right">{count(row.people)}</td>
                      <td className="num right">{formatYuan(row.fen)}</td>
                      <td className="num right">
                        <span className="channel-bar" aria-hidden="true">
                          <i style={{ width: `${(row.fen / most) * 100}%` }} />
                        </span>
                        <span className="channel-share">{share(row.fen, value.sum.fen)}</span>
                      </td>
                      {by !== 'way' && (
                        <td className="num right">
                          {formatYuan(row.backFen ?? 0)}
                          {(row.backOrders ?? 0) > 0 && <small className="state-plain">　{row.backOrders} 单</small>}
                        </td>
                      )}
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
            {value.rows.length === 0 && (
              <Empty style={{ padding: 24 }} description="这几天没有订单" image={Empty.PRESENTED_IMAGE_SIMPLE} />
            )}
            {value.isCut && <p className="more">只显示最多的 500 行，合计是全部的；要全部请导出。</p>}
          </section>
        </>
      )}
    </>
  );
}

const share = (part: number, whole: number) => (whole === 0 ? '—' : `${((part * 100) / whole).toFixed(1)}%`);

function sumFigures({ orders, people, fen, backOrders, backFen }: ChannelFiguresValue) {
  return [
    { label: '单数', value: count(orders) },
    { label: '人数', value: count(people) },
    { label: '保费', value: formatYuan(fen), unit: '元' },
    ...(backFen === null ? [] : [{ label: '退的', value: formatYuan(backFen), unit: `元　${backOrders} 单` }]),
  ];
}
