import './timeline.css';
import type { ReactNode } from 'react';
import { FirstLine } from './first-line.tsx';
import { Icon } from './icon.tsx';
import type { IconShape } from './icon-shape.ts';
import { iconCheckCircle, iconCrossCircle, iconError, iconReturn, iconWarning } from './icons.ts';

export interface TimelineStep {
  /**
   * What is done, what is being waited for, what is still to come, what went wrong; and of what is over: what did not go as
   * it should, what turned round, what came to nothing.
   */
  readonly state: 'done' | 'now' | 'next' | 'bad' | 'warn' | 'back' | 'void';
  readonly title: string;
  /** A sum, on the right. */
  readonly sum?: ReactNode;
  readonly note?: ReactNode;
  readonly when?: ReactNode;
}

const SPOKEN: Record<TimelineStep['state'], string> = {
  done: '已完成',
  now: '正在进行',
  next: '还没到',
  bad: '没有成功',
  warn: '请注意',
  back: '已办理',
  void: '已结束',
};
const ICONS: Partial<Record<TimelineStep['state'], IconShape>> = {
  done: iconCheckCircle,
  bad: iconError,
  warn: iconWarning,
  back: iconReturn,
  void: iconCrossCircle,
};

/** What happened, one step under the other, with the open step marked. */
export function Timeline({ steps }: { steps: readonly TimelineStep[] }) {
  return (
    <ol className="progress-steps">
      {steps.map((step, index) => (
        <li
          className={`progress-steps-${step.state}`}
          // biome-ignore lint/suspicious/noArrayIndexKey: what happened stays in its place, and two steps may read the same
          key={index}
          aria-current={step.state === 'now' ? 'step' : undefined}
        >
          <span className="progress-steps-mark" aria-hidden="true">
            <FirstLine>
              <Mark state={step.state} />
            </FirstLine>
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

function Mark({ state }: Pick<TimelineStep, 'state'>) {
  const icon = ICONS[state];
  return icon ? <Icon name={icon} /> : null;
}
