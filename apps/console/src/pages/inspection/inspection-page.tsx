import { useCall } from '../../api/use-call.ts';
import { DayInput } from '../../app/day-input.tsx';
import { ExportButton } from '../../app/export-button.tsx';
import { Icon } from '../../app/icon.tsx';
import { LoadProblem } from '../../app/load-problem.tsx';
import { PageHead } from '../../app/page-head.tsx';
import { useAddressFilter } from '../../app/use-address-filter.ts';
import { shortTime } from '../../parts/when.ts';
import { Indicators } from './indicators.tsx';
import { LatestComplaints } from './latest-complaints.tsx';
import { OwnLooks } from './own-looks.tsx';
import { SamplePart } from './sample-part.tsx';
import { ShareBars } from './share-bars.tsx';
import './inspection.css';

/** The regulator's workspace: how sales were conducted, a sample of them with their evidence, and what was looked at. */
export default function InspectionPage() {
  const address = useAddressFilter('before');
  const { given, set } = address;
  const { value, loading, problem, reload } = useCall('showIndicators', { from: given('from'), to: given('to') });
  const sampleNo = given('sample');
  const none = value === null ? '…' : value.at === null ? '还没有统计完' : '都少于 10 笔，不显示';
  return (
    <div className="page">
      <PageHead title="监管工作区" note={value ? `${value.scope}，${countedText(value.at)}` : '…'}>
        <p className="read-only">
          <Icon name="info" size={16} />
          <b>只读</b>
          <span>个人信息遮盖；每次查看都留记录；少于 10 笔不显示</span>
        </p>
        <DayInput
          label="从哪天"
          shown="从"
          isTall
          isGiven={given('from') === undefined}
          value={given('from') ?? value?.from}
          onChange={(from) => set({ from })}
        />
        <DayInput
          label="到哪天"
          shown="到"
          isTall
          isGiven={given('to') === undefined}
          value={given('to') ?? value?.to}
          onChange={(to) => set({ to })}
        />
        {sampleNo !== undefined && (
          <ExportButton
            kind="inspection-paper"
            label="导出工作底稿"
            title="监管工作底稿"
            filter={{ sample: sampleNo }}
          />
        )}
      </PageHead>
      <LoadProblem problem={problem} onRetry={reload} />
      <Indicators indicators={value?.indicators ?? []} loading={loading} />
      <div className="inspection">
        <div className="inspection-left">
          {value && (
            <SamplePart
              key={`${value.from} ${value.to}`}
              from={value.from}
              to={value.to}
              sampleNo={sampleNo}
              onSample={(sample) => set({ sample })}
            />
          )}
          {value && <LatestComplaints from={value.from} to={value.to} />}
        </div>
        <aside className="inspection-right" aria-label="指标和记录">
          <ShareBars title="付款失败率，前 5 市" shares={(value?.failuresByCity ?? []).slice(0, 5)} emptyText={none} />
          <ShareBars title="退保率，按来源" shares={value?.refundsBySource ?? []} emptyText={none} />
          <OwnLooks shown={`${value?.from} ${value?.to} ${sampleNo}`} />
        </aside>
      </div>
    </div>
  );
}

const countedText = (at: string | null) =>
  at === null ? '指标正在第一次统计，过几分钟再看' : `指标统计到 ${shortTime(at)}`;
