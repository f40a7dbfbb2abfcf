import type { ReconciliationDayLineValue } from '@huimin/contract/console';
import { formatYuan } from '@huimin/domain/money';
import { Button } from 'antd';
import { useState } from 'react';
import { call, sentenceOf } from '../../api/client.ts';
import { StateTag } from '../../parts/state-tag.tsx';
import { writtenDay } from '../../parts/when.ts';
import { signed } from './signed.ts';

interface Props {
  readonly days: readonly ReconciliationDayLineValue[];
  /** Where the earlier ones begin. */
  readonly next: string | null;
  readonly current: string;
  onOpen(day: string): void;
}

/** The days before, the latest first: net sums, and what is open in each. */
export function DayList({ days, next, current, onOpen }: Props) {
  const [earlier, setEarlier] = useState<{ days: readonly ReconciliationDayLineValue[]; next: string | null } | null>(
    null,
  );
  const [problem, setProblem] = useState<string | null>(null);
  const shown = [...days, ...(earlier?.days ?? [])];
  const goesOn = earlier === null ? next : earlier.next;
  const more = (before: string) =>
    call('listReconciliationDays', { before }).then(
      (value) => setEarlier({ days: [...(earlier?.days ?? []), ...value.days], next: value.next }),
      (fault) => setProblem(sentenceOf(fault)),
    );
  if (shown.length === 0) return null;
  return (
    <section className="panel" aria-labelledby="rc-days">
      <div className="panel-head">
        <h2 id="rc-days">各天</h2>
        <small>净额：收款减退款</small>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls has to be reached by keyboard */}
      <section className="rc-days" aria-label="各天列表" tabIndex={0}>
        <table className="console-table">
          <caption className="sr-only">各天的对账，最新的在前</caption>
          <thead>
            <tr>
              <th scope="col" aria-sort="descending">
                日期
              </th>
              <th scope="col" className="right">
                渠道净额（元）
              </th>
              <th scope="col" className="right">
                订单净额（元）
              </th>
              <th scope="col" className="right">
                差（元）
              </th>
              <th scope="col">状态</th>
            </tr>
          </thead>
          <tbody>
            {shown.map((line) => (
              <tr key={line.day} aria-selected={line.day === current}>
                <td>
                  <button type="button" className="rc-open num" onClick={() => onOpen(line.day)}>
                    {writtenDay(line.day)}
                  </button>
                </td>
                <td className="num right">{formatYuan(line.billFen)}</td>
                <td className="num right">{formatYuan(line.bookFen)}</td>
                <td className="num right">{signed(line.billFen - line.bookFen)}</td>
                <td>
                  <DayState line={line} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {problem !== null && <p role="alert">{problem}</p>}
      {goesOn !== null && (
        <div className="more">
          <Button onClick={() => more(goesOn)}>更早的</Button>
        </div>
      )}
    </section>
  );
}

function DayState({ line: { open, held, missing, notDue, isClosed } }: { line: ReconciliationDayLineValue }) {
  const extra = held > 0 ? `，挂账 ${held} 笔` : '';
  if (missing > 0) return <StateTag tone="error">{missing} 份账单没取到</StateTag>;
  if (open > 0) return <StateTag tone="warn">{`差 ${open} 笔${extra}`}</StateTag>;
  if (notDue > 0) return <StateTag tone="neutral">{`账单还没取${extra}`}</StateTag>;
  return <StateTag tone="success">{`${isClosed ? '已结清' : '没有差异要处理'}${extra}`}</StateTag>;
}
