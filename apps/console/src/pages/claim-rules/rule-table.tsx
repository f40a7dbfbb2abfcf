import type { ClaimRulesOfEditionValue, ClaimRulesValue } from '@huimin/contract/console';
import { formatYuan } from '@huimin/domain/money';
import { planNameOf, RATIO_WORDS, ROUNDED_PER, ROUNDINGS } from './rule-words.ts';

interface Props {
  readonly rules: ClaimRulesValue;
  readonly plans: ClaimRulesOfEditionValue['plans'];
}

/** One version: what each plan pays by, and what was checked before it was published. */
export function RuleTable({ rules, plans }: Props) {
  return (
    <section className="panel" aria-label={`第 ${rules.version} 版`}>
      <div className="panel-head">
        <h2>第 {rules.version} 版</h2>
        <small>
          {rules.label}；{ROUNDINGS[rules.rounding.mode]}，{ROUNDED_PER[rules.rounding.per]}
        </small>
      </div>
      <div className="scroll-x">
        <table className="console-table">
          <caption className="sr-only">责任</caption>
          <thead>
            <tr>
              <th scope="col">方案</th>
              <th scope="col">责任</th>
              <th scope="col" className="right">
                起付线（元）
              </th>
              <th scope="col" className="right">
                正常比例
              </th>
              <th scope="col" className="right">
                既往症比例
              </th>
              <th scope="col" className="right">
                全年限额（元）
              </th>
            </tr>
          </thead>
          <tbody>
            {rules.plans.flatMap(({ code, categories }) =>
              categories.map((rule) => (
                <tr key={`${code} ${rule.category}`}>
                  <td>{planNameOf(plans, code)}</td>
                  <td>{rule.label}</td>
                  <td className="num right">{formatYuan(rule.deductibleFen)}</td>
                  <td className="num right">{rule.ratio.normal / 100}%</td>
                  <td className="num right">{rule.ratio['pre-existing'] / 100}%</td>
                  <td className="num right">{formatYuan(rule.limitFen)}</td>
                </tr>
              )),
            )}
          </tbody>
        </table>
      </div>
      {rules.cases.length > 0 && (
        <>
          <div className="panel-head">
            <h2>对照案例</h2>
            <small>发布前人工算好的金额，和规则算的一样才能发布</small>
          </div>
          <div className="scroll-x">
            <table className="console-table">
              <caption className="sr-only">对照案例</caption>
              <thead>
                <tr>
                  <th scope="col">案例</th>
                  <th scope="col">方案</th>
                  <th scope="col">比例</th>
                  <th scope="col" className="right">
                    赔付（元）
                  </th>
                </tr>
              </thead>
              <tbody>
                {rules.cases.map((one) => (
                  <tr key={one.name}>
                    <td className="wrap">{one.name}</td>
                    <td>{planNameOf(plans, one.plan)}</td>
                    <td>{RATIO_WORDS[one.ratioClass]}</td>
                    <td className="num right">{formatYuan(one.expectedFen)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </>
      )}
    </section>
  );
}
