import type { ReportValue } from '@huimin/contract/console';
import { Empty, Select, Skeleton, Tabs } from 'antd';
import type { Inputs } from '../../api/client.ts';
import { useCall } from '../../api/use-call.ts';
import { ExportButton } from '../../app/export-button.tsx';
import { useKnownChoice } from '../../app/filter-choice.tsx';
import { LoadProblem } from '../../app/load-problem.tsx';
import { PageHead } from '../../app/page-head.tsx';
import { Segments } from '../../app/segments.tsx';
import { useAddressFilter } from '../../app/use-address-filter.ts';
import { FigureTable } from '../../parts/figure-table.tsx';
import { KpiStrip } from '../../parts/kpi-strip.tsx';
import { dottedDays, writtenDay } from '../../parts/when.ts';
import { ReportPictures } from './report-pictures.tsx';
import { cell, written } from './report-values.tsx';
import './reports.css';
import { editionOptions } from '../../parts/edition-options.ts';

type Input = Inputs['showReport'];
type Report = Input['report'];
const REPORTS: readonly { readonly key: Report; readonly label: string }[] = [
  { key: 'sales', label: '参保日报' },
  { key: 'renewal', label: '续保' },
  { key: 'refunds', label: '退款' },
  { key: 'failures', label: '付款失败' },
  { key: 'withholding', label: '代扣' },
  { key: 'premium', label: '共保分保费' },
  { key: 'claims', label: '理赔和赔付' },
  { key: 'conduct', label: '销售行为' },
];

/** What the sale came to, in tens of people at least. */
export default function ReportsPage() {
  const address = useAddressFilter('before');
  const { given, set } = address;
  const report = REPORTS.find(({ key }) => key === given('report'))?.key ?? 'sales';
  const input: Input = {
    ...{ report, by: given('by'), measure: given('measure') },
    ...{ month: given('month'), edition: given('edition') },
  };
  const { value, loading, problem, isUnknown, reload } = useCall('showReport', input);
  useKnownChoice(address, 'edition', editionOptions(value?.editions), isUnknown);
  useKnownChoice(address, 'by', [], isUnknown);
  useKnownChoice(address, 'measure', [], isUnknown);
  useKnownChoice(address, 'month', [], isUnknown);
  const isShown = value !== null && value.report === report;
  return (
    <div className="page">
      <PageHead title="报表" note={value?.until ? `统计到 ${writtenDay(value.until)}` : ''}>
        {value && value.editions.length > 1 && (
          <Select
            style={{ width: 210 }}
            aria-label="产品版本"
            value={value.edition}
            options={editionOptions(value.editions)}
            onChange={(edition: string) => set({ edition, month: null })}
          />
        )}
        {isShown && (
          <ExportButton
            kind={`report-${report}`}
            title={value.title}
            filter={{
              ...{ by: value.by, measure: value.measure, edition: value.edition },
              month: value.months.length > 0 ? value.month || 'all' : undefined,
            }}
          />
        )}
      </PageHead>
      <Tabs
        activeKey={report}
        onChange={(key) => set({ report: key === 'sales' ? null : key, by: null, measure: null, month: null })}
        items={REPORTS.map(({ key, label }) => ({ key, label }))}
      />
      <LoadProblem problem={problem} onRetry={reload} />
      {isShown ? (
        <Shown value={value} loading={loading} set={set} />
      ) : (
        problem === null && <Skeleton active style={{ padding: 14 }} />
      )}
    </div>
  );
}

interface ShownProps {
  readonly value: ReportValue;
  readonly loading: boolean;
  set(changes: Readonly<Record<string, string>>): void;
}

function Shown({ value, loading, set }: ShownProps) {
  const labelOf = (list: ReportValue['ways'], chosen: string) => list.find((one) => one.value === chosen)?.label ?? '';
  return (
    <>
      {(value.ways.length > 0 || value.months.length > 0) && (
        <search className="filters">
          {value.ways.length > 0 && (
            <Segments
              aria-label="按什么分"
              value={value.by}
              options={value.ways.map((one) => ({ ...one }))}
              onChange={(by) => set({ by })}
            />
          )}
          {value.measures.length > 1 && (
            <Segments
              aria-label="数什么"
              value={value.measure}
              options={value.measures.map((one) => ({ ...one }))}
              onChange={(measure) => set({ measure })}
            />
          )}
          {value.months.length > 0 && (
            <Select
              style={{ width: 150 }}
              aria-label="月份"
              value={value.month}
              options={[
                { value: '', label: '整个版本，按月' },
                ...value.months.map((month) => ({ value: month, label: month.replace('-', '.') })),
              ]}
              onChange={(month: string) => set({ month: month || 'all' })}
            />
          )}
        </search>
      )}
      <KpiStrip
        label={value.title}
        figures={value.figures.map((one) => ({
          label: one.label,
          value: one.value === null ? '—' : written(one.value, one.unit),
          unit: dottedDays(one.note),
        }))}
      />
      <ReportPictures
        value={value}
        measure={labelOf(value.measures, value.measure) || (value.columns[value.whole ?? 0]?.name ?? '')}
        way={labelOf(value.ways, value.by) || '各公司'}
      />
      <section className="panel" aria-label={value.title} aria-busy={loading}>
        <div className="panel-head">
          <h2>{value.title}</h2>
          <small>{value.note}</small>
        </div>
        {value.rows.length === 0 ? (
          <Empty style={{ padding: 24 }} description="还没有满 10 的日子可以看" image={Empty.PRESENTED_IMAGE_SIMPLE} />
        ) : (
          <Table value={value} />
        )}
      </section>
    </>
  );
}

function Table({ value }: { value: ReportValue }) {
  const { columns } = value;
  const isRunning = value.month !== '' && value.feet[0]?.cells.slice(0, -1).every((sum) => sum === null) === true;
  return (
    <FigureTable
      caption={value.title}
      headings={[value.rowTitle, ...columns.map(({ name }) => name)]}
      rows={value.rows.map(({ name, cells }) => [
        dottedDays(name),
        ...cells.map((one, index) =>
          cell(one, columns[index]?.unit ?? 'count', name.includes('没过完') ? '月份过完以后才有' : '不显示'),
        ),
      ])}
      feet={value.feet.map(({ name, unit, cells }) => [
        name,
        ...cells.map((one, index) =>
          cell(one, unit ?? columns[index]?.unit ?? 'count', isRunning ? '月份过完以后才有' : '不显示'),
        ),
      ])}
    />
  );
}
