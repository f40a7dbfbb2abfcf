import type { SumStepValue } from '@huimin/contract/console';
import { yuan } from '../../parts/yuan.ts';

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
                      <small className="num">（{`${yuan(line.of.fen)} × ${line.of.ratio / 100}%`}）</small>
                    )}
                  </span>
                  <span className="num">
                    {line.sign === '-' ? '−' : line.sign}
                    {yuan(line.fen)}
                  </span>
                </li>
              ))}
            </ul>
          )}
          <p className={step.lines.length > 0 ? 'sum-result' : undefined}>
            <span>{step.lines.length > 0 ? step.resultLabel : step.title}</span>
            <b className="num">{yuan(step.resultFen)}</b>
          </p>
          {step.note !== null && step.lines.length > 0 && <small>{step.note}</small>}
        </li>
      ))}
    </ol>
  );
}
