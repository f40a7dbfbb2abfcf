import type { RuleTrialValue } from '@huimin/contract/console';
import { formatYuan } from '@huimin/domain/money';
import { Icon } from '../../app/icon.tsx';
import { StateTag } from '../../parts/state-tag.tsx';

/** What a next version would change: numbers, visits by both versions, and stored claims. */
export function TrialPanel({ trial }: { trial: RuleTrialValue }) {
  const { problems, changes, cases, claims } = trial;
  return (
    <section className="panel" aria-label="和在用的一版比">
      <div className="panel-head">
        <h2>和在用的一版比</h2>
        <small className="num">
          {changes.length === 0 ? '数字没有变化' : `${changes.length} 处不同`}；重算已有案件 {claims.worked} 个，变化{' '}
          {claims.changed} 个，合计 {formatYuan(claims.beforeFen)} → {formatYuan(claims.afterFen)} 元
        </small>
      </div>
      {problems.length > 0 && (
        <ul className="rule-problems" aria-label="要改的">
          {problems.map((text) => (
            <li key={text} className="state state-bad">
              <Icon name="warn" size={16} />
              {text}
            </li>
          ))}
        </ul>
      )}
      <div className="rules-two">
        <div className="scroll-x">
          <table className="console-table">
            <caption className="sr-only">不同的数字</caption>
            <thead>
              <tr>
                <th scope="col">改了什么</th>
                <th scope="col" className="right">
                  在用
                </th>
                <th scope="col" className="right">
                  新版
                </th>
              </tr>
            </thead>
            <tbody>
              {changes.map(({ what, before, after }) => (
                <tr key={what}>
                  <td className="wrap">{what}</td>
                  <td className="num right">{before}</td>
                  <td className="num right">
                    <b>{after}</b>
                  </td>
                </tr>
              ))}
              {changes.length === 0 && (
                <tr>
                  <td colSpan={3}>没有不同</td>
                </tr>
              )}
            </tbody>
          </table>
        </div>
        <div className="scroll-x">
          <table className="console-table">
            <caption className="sr-only">案例按两版算</caption>
            <thead>
              <tr>
                <th scope="col">案例</th>
                <th scope="col" className="right">
                  在用（元）
                </th>
                <th scope="col" className="right">
                  新版（元）
                </th>
                <th scope="col">对照</th>
              </tr>
            </thead>
            <tbody>
              {cases.map((one, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: two cases may have one name
                <tr key={index}>
                  <td className="wrap">{one.name}</td>
                  <td className="num right">{one.beforeFen === null ? '—' : formatYuan(one.beforeFen)}</td>
                  <td className="num right">
                    {one.beforeFen === one.afterFen ? formatYuan(one.afterFen) : <b>{formatYuan(one.afterFen)}</b>}
                  </td>
                  <td>
                    <Fits expectedFen={one.expectedFen} fen={one.afterFen} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </div>
    </section>
  );
}

function Fits({ expectedFen, fen }: { expectedFen: number | null; fen: number }) {
  if (expectedFen === null) return <>边界</>;
  return expectedFen === fen ? (
    <StateTag tone="success">一致</StateTag>
  ) : (
    <StateTag tone="error">应为 {formatYuan(expectedFen)}</StateTag>
  );
}
