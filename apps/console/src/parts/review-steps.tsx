import type { ReactNode } from 'react';
import { Icon } from '../app/icon.tsx';
import { longTime, shortTime } from './when.ts';
import './review-steps.css';

interface Agreement {
  readonly name: string;
  readonly role: string;
  readonly at: string;
  readonly note: string | null;
}

interface Props {
  /** In the order in which they were given. */
  readonly agreements: readonly Agreement[];
  readonly status: string;
  /** What stands under the step that is waited for. */
  readonly waitsFor: string;
  readonly publishAt: string | null;
  /** Steps of a draft that waits for nobody. */
  readonly children?: ReactNode;
}

const WAITS: Readonly<Record<string, string>> = { first: '等一审', second: '等二审' };

/** What the two reviewers of a draft said, and what it waits for. */
export function ReviewSteps({ agreements, status, waitsFor, publishAt, children }: Props) {
  const waits = WAITS[status];
  return (
    <ol className="review-steps">
      {agreements.map(({ name, role, at, note }, index) => (
        <li key={name} className="state-good">
          <Icon name="check" />
          <span>
            <b>{index === 0 ? '一审通过' : '二审通过'}</b>　{name}（{role}）
            <small className="num">
              {shortTime(at)}
              {note && `，“${note}”`}
            </small>
          </span>
        </li>
      ))}
      {waits && (
        <li className="state-warn">
          <Icon name="clock" />
          <span>
            <b>{waits}</b>
            <small>{waitsFor}</small>
          </span>
        </li>
      )}
      {children}
      {publishAt && (
        <li className="state-good">
          <Icon name="clock" />
          <span>
            <b>定时发布</b>　<span className="num">{longTime(publishAt)}</span>
          </span>
        </li>
      )}
    </ol>
  );
}
