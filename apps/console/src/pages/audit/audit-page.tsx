import { App, Button, Input, Tag } from 'antd';
import { useCall } from '../../api/use-call.ts';
import { bareNumber } from '../../app/bare-number.ts';
import { DayInput } from '../../app/day-input.tsx';
import { ExportButton } from '../../app/export-button.tsx';
import { Icon } from '../../app/icon.tsx';
import { LoadProblem } from '../../app/load-problem.tsx';
import { BY_TIME, MoreRows } from '../../app/more-rows.tsx';
import { NoneFound } from '../../app/none-found.tsx';
import { PageHead } from '../../app/page-head.tsx';
import { keptOutOfAddress } from '../../app/personal-number.ts';
import { useAddressFilter } from '../../app/use-address-filter.ts';
import { dottedDays, longTimeSeconds, shortTime } from '../../parts/when.ts';
import '../../parts/parts.css';

/** Who did what, on what, when; looking at it is in it too. */
export default function AuditPage() {
  const address = useAddressFilter('before');
  const { given, set } = address;
  const { message } = App.useApp();
  const filter = { what: given('what'), subject: given('subject'), from: given('from'), to: given('to') };
  const { value, loading, problem, reload } = useCall('listAuditLog', { ...filter, before: address.cursor });
  // Of none it was only said that there were none to check.
  const chain = value?.chain && (value.chain.upTo !== '0' || !value.chain.whole) ? value.chain : null;
  const filtered = Object.values(filter).some((one) => one !== undefined);
  return (
    <div className="page">
      <PageHead title="审计日志" note="只增不改，每条接着上一条的哈希；看这一页也有记录">
        <ExportButton kind="audit-log" title="审计日志" filter={filter} />
      </PageHead>
      <LoadProblem problem={problem} onRetry={reload} />
      <section className="panel long-list" aria-labelledby="audit-list" aria-busy={loading}>
        <div className="panel-head">
          <h2 id="audit-list">记录</h2>
          <div className="filters">
            <DayInput label="从哪天" shown="从" value={filter.from} onChange={(from) => set({ from })} />
            <DayInput label="到哪天" shown="到" value={filter.to} onChange={(to) => set({ to })} />
            <Input.Search
              key={filter.subject ?? ''}
              size="small"
              style={{ width: 220 }}
              defaultValue={filter.subject}
              placeholder="对象：账号、订单号"
              aria-label="对象"
              maxLength={80}
              onSearch={(subject) => {
                const kept = keptOutOfAddress(subject);
                if (kept === null) set({ subject: bareNumber(subject) });
                else message.warning(kept);
              }}
            />
            {filter.what !== undefined && (
              <Tag closable onClose={() => set({ what: null })}>
                只看：{value?.entries[0]?.title ?? filter.what}
              </Tag>
            )}
            {filtered && (
              <Button size="small" onClick={() => address.clear()}>
                清空
              </Button>
            )}
          </div>
          <span className="space" />
          {chain && (
            <span className={`state state-${chain.whole ? 'good' : 'bad'}`}>
              <Icon name={chain.whole ? 'shield' : 'info'} size={16} />
              {shortTime(chain.checkedAt)} 验过 {Number(chain.upTo).toLocaleString('zh-CN')} 条，
              {chain.whole ? '链完整' : `第 ${chain.broken} 条起对不上，请马上报告`}
            </span>
          )}
          {value && !chain && <span className="state state-plain">链还没有验过，每小时验一次</span>}
        </div>
        <div className="scroll-x">
          <table className="console-table">
            <caption className="sr-only">审计日志，最新的在前</caption>
            <thead>
              <tr>
                <th scope="col" aria-sort="descending">
                  时间
                </th>
                <th scope="col">谁</th>
                <th scope="col">做了什么</th>
                <th scope="col">对象</th>
                <th scope="col">细节</th>
                <th scope="col">从哪里</th>
                <th scope="col">链</th>
              </tr>
            </thead>
            <tbody>
              {value?.entries.map((one) => (
                <tr key={one.number}>
                  <td className="num">{longTimeSeconds(one.at)}</td>
                  <td>{one.who}</td>
                  <td>
                    <Button type="link" size="small" className="row-link" onClick={() => set({ what: one.what })}>
                      {one.title}
                      {one.outcome === 'refused' && <span className="state state-bad">　没办成</span>}
                    </Button>
                  </td>
                  <td>{one.subject || '—'}</td>
                  <td className="wrap">{dottedDays(one.detail) || '—'}</td>
                  <td className="num">{one.from}</td>
                  <td className="num">…{one.hash.slice(-4)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
        {value?.entries.length === 0 && problem === null && (
          <NoneFound isNarrowed={filtered} notSuch="没有这样的记录" none="还没有记录" onClear={() => address.clear()} />
        )}
        <MoreRows filter={address} next={value?.next} labels={BY_TIME} />
      </section>
    </div>
  );
}
