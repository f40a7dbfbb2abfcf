import type { DashboardValue } from '@huimin/contract/console';
import { formatYuan } from '@huimin/domain/money';
import { Empty } from 'antd';
import { BoardPanel } from '../../parts/board-panel.tsx';
import { FigureTable } from '../../parts/figure-table.tsx';
import { count, share } from './board.ts';

/** How many come from each step to the next. */
export function FunnelPanel({ funnel }: { funnel: DashboardValue['funnel'] }) {
  const most = Math.max(1, ...funnel.map((step) => step.count));
  const first = funnel[0]?.count ?? 0;
  const rows = funnel.map(({ step, count: here }, index) => {
    const former = funnel[index - 1]?.count;
    return { step, here, rate: former === undefined ? '—' : share(here, former) };
  });
  return (
    <BoardPanel
      title="参保步骤转化"
      note={`总转化 ${share(funnel.at(-1)?.count ?? 0, first)}`}
      legend={<small className="only-wide">比上一步</small>}
      table={
        <FigureTable
          caption="参保步骤转化"
          headings={['步骤', '次', '比上一步']}
          rows={rows.map(({ step, here, rate }) => [step, count(here), rate])}
        />
      }
    >
      <ol className="board-funnel">
        {rows.map(({ step, here, rate }) => (
          <li key={step}>
            <span>{step}</span>
            <span className="board-step">
              <i style={{ width: `${(here / most) * 100}%` }} />
              <b className="num">{count(here)}</b>
            </span>
            <span className="num right">{rate}</span>
          </li>
        ))}
      </ol>
    </BoardPanel>
  );
}

/** By which ways the money came, and how often each works. */
export function MethodPanel({ methods }: { methods: DashboardValue['methods'] }) {
  const all = methods.reduce(
    (sum, row) => ({
      ...{ orders: sum.orders + row.orders, fen: sum.fen + row.fen },
      ...{ paid: sum.paid + row.paid, ended: sum.ended + row.ended },
    }),
    { orders: 0, fen: 0, paid: 0, ended: 0 },
  );
  const cells = (name: string, row: typeof all) => [
    name,
    count(row.orders),
    formatYuan(row.fen),
    share(row.fen, all.fen),
    share(row.paid, row.ended),
  ];
  return (
    <BoardPanel title="付款方式">
      {all.fen > 0 && (
        <div
          className="board-stack"
          role="img"
          aria-label={methods.map((row) => `${row.label} ${share(row.fen, all.fen)}`).join('，')}
        >
          {methods.map((row) => (
            <i key={row.method} style={{ flexGrow: row.fen }} />
          ))}
        </div>
      )}
      <FigureTable
        caption="付款方式"
        headings={['方式', '成功单', '实收（元）', '占比', '成功率']}
        rows={methods.map((row) => cells(row.label, row))}
        feet={[cells('合计', all)]}
      />
    </BoardPanel>
  );
}

/** Why attempts to pay came to nothing. */
export function FailurePanel({ failures }: { failures: DashboardValue['failures'] }) {
  const sum = failures.reduce((all, row) => all + row.count, 0);
  const most = Math.max(1, ...failures.map((row) => row.count));
  return (
    <BoardPanel
      title="付款没成的原因"
      note={`${count(sum)} 次`}
      table={
        <FigureTable
          caption="付款没成的原因"
          headings={['原因', '次', '占比']}
          rows={failures.map((row) => [row.label, count(row.count), share(row.count, sum)])}
          feet={[['合计', count(sum), share(sum, sum)]]}
        />
      }
    >
      {failures.length === 0 ? (
        <Empty style={{ padding: 24 }} description="没有失败的付款" image={Empty.PRESENTED_IMAGE_SIMPLE} />
      ) : (
        <ol className="board-reasons">
          {failures.slice(0, 8).map((row) => (
            <li key={row.label}>
              <span>{row.label}</span>
              <span className="board-bar">
                <i style={{ width: `${(row.count / most) * 100}%` }} />
              </span>
              <span className="num right">{count(row.count)}</span>
            </li>
          ))}
        </ol>
      )}
    </BoardPanel>
  );
}
