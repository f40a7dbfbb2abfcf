import type { AuditEntryValue } from '@huimin/contract/console';
import { Button, Input, Table, Tag } from 'antd';
import { useCall } from '../../api/use-call.ts';
import { DayInput } from '../../app/day-input.tsx';
import { ExportButton } from '../../app/export-button.tsx';
import { Icon } from '../../app/icon.tsx';
import { LoadProblem } from '../../app/load-problem.tsx';
import { BY_TIME, MoreRows } from '../../app/more-rows.tsx';
import { PageHead } from '../../app/page-head.tsx';
import { tableEmpty } from '../../app/table-empty.tsx';
import { useAddressFilter } from '../../app/use-address-filter.ts';
import { dottedDays, longTimeSeconds, shortTime } from '../../parts/when.ts';

/** Who did what, on what, when; looking at it is in it too. */
export default function AuditPage() {
  const address = useAddressFilter('before');
  const { given, set } = address;
  const filter = { what: given('what'), subject: given('subject'), from: given('from'), to: given('to') };
  const { value, loading, problem, reload } = useCall('listAuditLog', { ...filter, before: address.cursor });
  const chain = value?.chain;
  const filtered = Object.values(filter).some((one) => one !== undefined);
  return (
    <div className="page">
      <PageHead title="审计日志" note="只增不改，每条接着上一条的哈希；看这一页也有记录">
        <ExportButton kind="audit-log" title="审计日志" filter={filter} />
      </PageHead>
      <LoadProblem problem={problem} onRetry={reload} />
      <section className="panel" aria-labelledby="audit-list">
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
              onSearch={(subject) => set({ subject: subject.trim() })}
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
              {shortTime(chain.checkedAt)} 验过 {chain.upTo} 条，
              {chain.whole ? '链完整' : `第 ${chain.broken} 条起对不上，请马上报告`}
            </span>
          )}
          {value && !chain && <span className="state state-plain">链还没有验过，每小时验一次</span>}
        </div>
        <Table<AuditEntryValue>
          size="small"
          rowKey="number"
          loading={loading}
          dataSource={value?.entries ?? []}
          pagination={false}
          scroll={{ x: 'max-content' }}
          locale={tableEmpty(value !== null && problem === null, '没有这样的记录')}
          columns={[
            {
              title: '时间',
              dataIndex: 'at',
              className: 'num',
              onHeaderCell: () => ({ 'aria-sort': 'descending' as const }),
              render: longTimeSeconds,
            },
            { title: '谁', dataIndex: 'who' },
            {
              title: '做了什么',
              key: 'what',
              render: (_, one) => (
                <Button type="link" size="small" className="row-link" onClick={() => set({ what: one.what })}>
                  {one.title}
                  {one.outcome === 'refused' && <span className="state state-bad">　没办成</span>}
                </Button>
              ),
            },
            { title: '对象', dataIndex: 'subject' },
            { title: '细节', dataIndex: 'detail', render: dottedDays },
            { title: '从哪里', dataIndex: 'from', className: 'num' },
            { title: '链', dataIndex: 'hash', className: 'num', render: (hash: string) => `…${hash.slice(-4)}` },
          ]}
        />
        <MoreRows filter={address} next={value?.next} labels={BY_TIME} />
      </section>
    </div>
  );
}
