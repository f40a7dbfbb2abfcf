import './timeline.css';
import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';
import { iconCheckCircle, iconError } from './icons.ts';

export interface TimelineStep {
  /** What is done, what is being waited for, what is still to come, what went wrong. */
  readonly state: 'done' | 'now' | 'next' | 'bad';
  readonly title: string;
  /** A sum, on the right. */
  readonly sum?: ReactNode;
  readonly note?: ReactNode;
  readonly when?: ReactNode;
}

const SPOKEN = { done: '已完成', now: '正在进行', next: '还没到', bad: '没有成功' } as const;

/** What happened, one step under the other, with the open step marked. */
export function Timeline({ steps }: { steps: readonly TimelineStep[] }) {
  return (
    <ol className="progress-steps">
      {steps.map((step) => (
        <li
          className={`progress-steps-${step.state}`}
          key={step.title}
          aria-current={step.state === 'now' ? 'step' : undefined}
        >
          <span className="progress-steps-mark" aria-hidden="true">
            {step.state === 'done' && <Icon name={iconCheckCircle} />}
            {step.state === 'bad' && <Icon name={iconError} />}
          </span>
          <div className="progress-steps-head">
            <b>
              <span className="sr-only">{SPOKEN[step.state]}：</span>
              {step.title}
            </b>
            {step.sum && <span className="num">{step.sum}</span>}
          </div>
          {step.note && <p>{step.note}</p>}
          {step.when && <p className="progress-steps-when num">{step.when}</p>}
        </li>
      ))}
    </ol>
  );
}
