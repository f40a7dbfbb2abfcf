import type { SumStepValue } from '@huimin/contract/console';
import { formatYuan } from '@huimin/domain/money';
import { Icon } from '../../app/icon.tsx';

/** A sum step by step, each line in yuan. */
export function SumSteps({ steps }: { steps: readonly SumStepValue[] }) {
  return (
    <ol className="sum-steps">
      {steps.map((step) => (
        <li key={step.title}>
          {step.lines.length > 0 && <b>{step.title}</b>}
          {step.lines.length > 0 && (
            <ul>
              {step.lines.map((line) => (
                <li key={line.label}>
                  <span>
                    {line.label}
                    {line.of !== null && (
                      <small className="num">（{`${formatYuan(line.of.fen)} × ${line.of.ratio / 100}%`}）</small>
                    )}
                  </span>
                  <span className="num">
                    {line.sign === '-' ? '−' : line.sign}
                    {formatYuan(line.fen)}
                  </span>
                </li>
              ))}
            </ul>
          )}
          <p className={step.lines.length > 0 ? 'sum-result' : undefined}>
            <span>{step.lines.length > 0 ? step.resultLabel : step.title}</span>
            <b className="num">{formatYuan(step.resultFen)}</b>
          </p>
          {step.note !== null && step.lines.length > 0 && <small>{step.note}</small>}
        </li>
      ))}
    </ol>
  );
}

/** What the rules come to beside what the insurer pays; nothing where the rules came to nothing yet. */
export function SumAgreement({ rulesFen, insurerFen }: { rulesFen: number | null; insurerFen: number | null }) {
  if (rulesFen === null) return null;
  const agrees = insurerFen === rulesFen;
  const text = () => {
    if (insurerFen === null) return `按规则 ${formatYuan(rulesFen)} 元，保险公司还没有结论`;
    if (agrees) return `按规则和保险公司都是 ${formatYuan(rulesFen)} 元`;
    return `按规则 ${formatYuan(rulesFen)} 元，保险公司 ${formatYuan(insurerFen)} 元，差 ${formatYuan(Math.abs(rulesFen - insurerFen))} 元`;
  };
  return (
    <p className={`state ${agrees ? 'state-good' : 'state-warn'}`}>
      <Icon name={agrees ? 'check' : 'warn'} size={16} />
      {text()}
    </p>
  );
}
