import type { DifferenceLineValue, GapPartsValue, ReconciliationDayValue } from '@huimin/contract/console';
import { formatYuan } from '@huimin/domain/money';
import { Empty } from 'antd';
import type { Inputs } from '../../api/client.ts';
import { useCall } from '../../api/use-call.ts';
import { useBesideKeys } from '../../app/beside.ts';
import { useKnownChoice } from '../../app/filter-choice.tsx';
import { LoadProblem } from '../../app/load-problem.tsx';
import { MoreRows } from '../../app/more-rows.tsx';
import type { AddressFilter } from '../../app/use-address-filter.ts';
import { UP_AND_DOWN, useKeys } from '../../app/use-keys.ts';
import { OpenableRow } from '../../parts/openable-row.tsx';
import { StateTag } from '../../parts/state-tag.tsx';
import { DifferencePanel } from './difference-panel.tsx';
import { signed } from './signed.ts';

type Search = Inputs['listDifferences'];

interface Props {
  readonly view: ReconciliationDayValue;
  readonly address: AddressFilter;
  onDone(): void;
}

const GONE = [{ value: 'yes', label: '后来一致' }];

/** A day's differences by class, and one of them beside. */
export function Differences({ view, address, onDone }: Props) {
  const { given, set } = address;
  const { value, loading, problem, reload } = useCall('listDifferences', {
    day: view.day,
    class: given('class') as Search['class'],
    gone: given('gone') as Search['gone'],
    after: address.cursor,
  });
  useKnownChoice(
    address,
    'class',
    view.classes.map((one) => ({ value: one.class, label: one.label })),
  );
  useKnownChoice(address, 'gone', GONE);
  const lines = value?.differences ?? [];
  const chosen =
    given('difference') ?? lines.find(({ state }) => state === 'open')?.differenceNo ?? lines[0]?.differenceNo;
  const index = lines.findIndex(({ differenceNo }) => differenceNo === chosen);
  const open = (differenceNo: string | undefined) =>
    differenceNo !== undefined && set({ after: address.cursor, difference: differenceNo });
  useKeys(
    {
      j: () => open(lines[index + 1]?.differenceNo),
      k: () => open(lines[index - 1]?.differenceNo),
    },
    UP_AND_DOWN,
  );
  useBesideKeys();
  return (
    <>
      <ClassTabs view={view} address={address} />
      <LoadProblem problem={problem} onRetry={reload} />
      <div className={chosen === undefined ? 'rc-work rc-alone' : 'rc-work'}>
        <section className="panel" aria-label="差异列表" aria-busy={loading}>
          <div className="scroll-x">
            <DifferenceTable lines={lines} chosen={chosen} onOpen={open} />
          </div>
          {value !== null && lines.length === 0 && (
            <Empty style={{ padding: 24 }} description="这里没有差异" image={Empty.PRESENTED_IMAGE_SIMPLE} />
          )}
          <MoreRows filter={address} next={value?.next} labels={{ first: '回到第一页', next: '下一页' }} />
          <div className="rc-foot">
            <span>
              收款差合计 <GapText gap={view.payments} />
            </span>
            <span>
              退款差 <GapText gap={view.refunds} />
              ，另计
            </span>
          </div>
        </section>
        {chosen !== undefined && (
          <DifferencePanel
            key={chosen}
            differenceNo={chosen}
            place={index < 0 ? '' : `${index + 1} / ${lines.length}`}
            onLeave={() => address.drop('difference')}
            onDone={() => {
              reload();
              onDone();
            }}
          />
        )}
      </div>
    </>
  );
}

/** What a gap comes to, and of which parts. */
function GapText({ gap: { gapFen, parts } }: { gap: GapPartsValue }) {
  return (
    <>
      <b className="num">{signed(gapFen)}</b> 元
      {parts.length > 0 && (
        <span className="num">（{parts.map(({ label, fen }) => `${label} ${signed(fen)}`).join('，')}）</span>
      )}
    </>
  );
}

function ClassTabs({ view, address: { given, set } }: Pick<Props, 'view' | 'address'>) {
  const all = view.classes.reduce((sum, { count }) => sum + count, 0);
  const chosen = given('gone') === 'yes' ? 'gone' : (given('class') ?? 'all');
  const tab = (key: string, label: string, count: number, change: Readonly<Record<string, string | null>>) => (
    <button
      key={key}
      type="button"
      aria-pressed={chosen === key}
      onClick={() => set({ class: null, gone: null, difference: null, ...change })}
    >
      {label}
      <i className="num">{count.toLocaleString('zh-CN')}</i>
    </button>
  );
  return (
    <fieldset className="rc-tabs" aria-label="差异分类">
      {tab('all', '全部差异', all, {})}
      {view.classes.map((one) => tab(one.class, one.label, one.count, { class: one.class }))}
      {view.gone > 0 && tab('gone', '后来一致', view.gone, { gone: 'yes' })}
      <span className="rc-even">
        平账<i className="num">{view.matched.toLocaleString('zh-CN')}</i>
      </span>
      {view.insurer && (
        <span className="rc-even">
          出单差<i className="num">{view.insurer.open} 笔</i>
        </span>
      )}
    </fieldset>
  );
}

interface TableProps {
  readonly lines: readonly DifferenceLineValue[];
  readonly chosen: string | undefined;
  onOpen(differenceNo: string): void;
}

function DifferenceTable({ lines, chosen, onOpen }: TableProps) {
  const amount = (fen: number | null) => (fen === null ? '—' : formatYuan(fen));
  return (
    <table className="console-table">
      <caption className="sr-only">这一天的差异，按 j、k 键换上一笔下一笔</caption>
      <thead>
        <tr>
          <th scope="col">分类</th>
          <th scope="col" className="not-narrow">
            渠道
          </th>
          <th scope="col">渠道流水</th>
          <th scope="col" className="right not-narrow">
            渠道（元）
          </th>
          <th scope="col" className="right not-narrow">
            订单（元）
          </th>
          <th scope="col" className="right">
            差（元）
          </th>
          <th scope="col">查到的情况</th>
          <th scope="col" className="not-narrow">
            建议
          </th>
          <th scope="col">处理</th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <OpenableRow
            key={line.differenceNo}
            isOpen={line.differenceNo === chosen}
            onOpen={() => onOpen(line.differenceNo)}
          >
            <td>
              <StateTag tone={line.tone}>{line.classLabel}</StateTag>
            </td>
            <td className="not-narrow">{line.provider}</td>
            <td>
              <button type="button" className="rc-open num">
                {line.number}
              </button>
            </td>
            <td className="num right not-narrow">{amount(line.billFen)}</td>
            <td className="num right not-narrow">{amount(line.bookFen)}</td>
            <td className="num right">{signed(line.gapFen)}</td>
            <td className="wrap">{line.finding}</td>
            <td className="not-narrow">{line.advice}</td>
            <td>{line.isUnderWay ? '复核中' : (line.decided ?? line.stateLabel)}</td>
          </OpenableRow>
        ))}
      </tbody>
    </table>
  );
}
