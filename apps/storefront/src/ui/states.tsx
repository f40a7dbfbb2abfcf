import './controls.css';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';

type EmptyProps = {
  /** A small line drawing (`art-…` classes). */
  art?: ReactNode;
  title: ReactNode;
  lead?: ReactNode;
  /** The next step, a `Button`. */
  action?: ReactNode;
};

/** Nothing here: what is so, and what to do next. */
export function EmptyState({ art, title, lead, action }: EmptyProps) {
  return (
    <div className="state state-small">
      {art}
      <h2>{title}</h2>
      {lead && <p>{lead}</p>}
      {action && <div className="state-action">{action}</div>}
    </div>
  );
}

type ErrorProps = {
  /** `offline`: the network failed; `busy`: the server did, or took over 60 s. */
  kind: 'offline' | 'busy';
  onReload: () => void;
  /** Replaces the second line. */
  lead?: ReactNode;
};

/** A load failed. What was typed stays. */
export function ErrorState({ kind, onReload, lead }: ErrorProps) {
  const offline = kind === 'offline';
  return (
    <div className="state state-small" role="alert">
      <svg width="72" height="56" viewBox="0 0 72 56" aria-hidden="true">
        {offline ? (
          <>
            <path d="M10 22c15-14 37-14 52 0M19 32c10-9 24-9 34 0M28 42c5-4 11-4 16 0" className="art-stroke-neutral" />
            <circle cx="36" cy="50" r="2.5" className="art-red" />
            <path d="M14 6l44 44" className="art-stroke" />
          </>
        ) : (
          <>
            <rect x="8" y="8" width="56" height="40" rx="6" className="art-stroke-neutral" />
            <path d="M8 18h56" className="art-stroke-neutral" />
            <path d="M36 25v10M36 41v.1" className="art-stroke" />
          </>
        )}
      </svg>
      <h2>{offline ? '网络不通' : '系统忙，请稍后再试'}</h2>
      <p>{lead ?? (offline ? '检查网络后再试，您填的内容还在' : '如果刚付过款，先去订单里看结果，不要重复付')}</p>
      <div className="state-action">
        <Button small onPress={onReload}>
          {offline ? '重新加载' : '再试一次'}
        </Button>
      </div>
    </div>
  );
}

/** Grey lines in the height of what is being loaded, in px, so that nothing jumps. */
export function Skeleton({ lines = [44, 16, 16, 72, 16] }: { lines?: readonly number[] }) {
  const widths = ['60%', '100%', '86%', '100%', '70%'];
  return (
    <div className="skeleton" role="img" aria-label="内容加载中">
      {lines.map((height, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines never change places
        <i key={index} style={{ height, width: widths[index % widths.length] }} />
      ))}
    </div>
  );
}
