import type { ReconciliationDayValue } from '@huimin/contract/console';
import { formatYuan } from '@huimin/domain/money';
import { Link } from 'react-router';
import { useSelf } from '../../app/self.tsx';
import { StateTag } from '../../parts/state-tag.tsx';
import { shortDay } from '../../parts/when.ts';
import { signed } from './signed.ts';

/** What came into the account of each provider's bill of the day, transfer by transfer. */
export function Settlements({ view }: { view: ReconciliationDayValue }) {
  const { may } = useSelf();
  const { settlements } = view;
  if (settlements.length === 0) return null;
  const sum = (pick: (one: (typeof settlements)[number]) => number) =>
    settlements.reduce((all, one) => all + pick(one), 0);
  // Where nothing has come yet there is no difference either.
  const came = (text: string) => (settlements.every(({ transfers }) => transfers.length === 0) ? '—' : text);
  return (
    <section className="panel" aria-labelledby="rc-settled">
      <div className="panel-head">
        <h2 id="rc-settled">资金到账</h2>
        <small>账单净额和各渠道打到账户的钱比</small>
        <span className="space" />
        {may('imports.give') && <Link to="/imports?kind=settlements">导入到账流水</Link>}
      </div>
      <div className="scroll-x">
        <table className="console-table">
          <caption className="sr-only">各渠道的账单净额、结算和到账</caption>
          <thead>
            <tr>
              <th scope="col">渠道</th>
              <th scope="col" className="right">
                账单净额（元）
              </th>
              <th scope="col" className="right">
                已结算（元）
              </th>
              <th scope="col" className="right">
                差（元）
              </th>
              <th scope="col" className="right">
                手续费（元）
              </th>
              <th scope="col" className="right">
                到账（元）
              </th>
              <th scope="col">到账日、流水号</th>
              <th scope="col">状态</th>
            </tr>
          </thead>
          <tbody>
            {settlements.map((one) => (
              <tr key={one.provider}>
                <td>{one.label}</td>
                <td className="num right">{one.billFen === null ? '—' : formatYuan(one.billFen)}</td>
                <td className="num right">{one.transfers.length === 0 ? '—' : formatYuan(one.grossFen)}</td>
                <td className="num right">
                  {one.transfers.length === 0 ? '—' : signed(one.grossFen - (one.billFen ?? 0))}
                </td>
                <td className="num right">{one.transfers.length === 0 ? '—' : formatYuan(one.feeFen)}</td>
                <td className="num right">{one.transfers.length === 0 ? '—' : formatYuan(one.netFen)}</td>
                <td>
                  {one.transfers.map(({ reference, arrivedOn, netFen, takenBy }) => (
                    <p key={reference} className="num" title={`${takenBy} 导入`}>
                      {shortDay(arrivedOn)}　{reference}
                      {one.transfers.length > 1 && `　${formatYuan(netFen)}`}
                    </p>
                  ))}
                </td>
                <td>
                  <StateTag tone={one.tone}>{one.stateLabel}</StateTag>
                </td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <td>合计</td>
              <td className="num right">{formatYuan(sum(({ billFen }) => billFen ?? 0))}</td>
              <td className="num right">{came(formatYuan(sum(({ grossFen }) => grossFen)))}</td>
              <td className="num right">
                {came(
                  signed(
                    sum(({ transfers, grossFen, billFen }) => (transfers.length === 0 ? 0 : grossFen - (billFen ?? 0))),
                  ),
                )}
              </td>
              <td className="num right">{came(formatYuan(sum(({ feeFen }) => feeFen)))}</td>
              <td className="num right">{came(formatYuan(sum(({ netFen }) => netFen)))}</td>
              <td colSpan={2} />
            </tr>
          </tfoot>
        </table>
      </div>
    </section>
  );
}
