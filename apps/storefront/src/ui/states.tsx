import './controls.css';
import { type ReactNode, useEffect } from 'react';
import { Button } from './button.tsx';
import { inPhrases, inWords } from './in-words.tsx';

type EmptyProps = {
  /** A small line drawing (`art-…` classes); an empty sheet of paper unless given. */
  art?: ReactNode;
  title: ReactNode;
  lead?: ReactNode;
  /** The next step, a `Button`. */
  action?: ReactNode;
};

/** Nothing here: what is so, and what to do next. */
export function EmptyState({ art = <EmptyPaper />, title, lead, action }: EmptyProps) {
  return (
    <div className="state state-small">
      {art}
      <h2>{typeof title === 'string' ? inWords(title) : title}</h2>
      {lead && <p>{inPhrases(lead)}</p>}
      {action && <div className="state-action">{action}</div>}
    </div>
  );
}

function EmptyPaper() {
  return (
    <svg width="140" height="108" viewBox="0 0 140 108" aria-hidden="true">
      <ellipse cx="70" cy="96" rx="56" ry="8" className="art-fill" />
      <path
        d="M44 16h38l14 14v58a6 6 0 0 1-6 6H44a6 6 0 0 1-6-6V22a6 6 0 0 1 6-6ZM82 16v14h14"
        className="art-stroke-neutral art-paper"
      />
      <path d="M50 42h24M50 56h34M50 70h18" className="art-stroke-soft" />
    </svg>
  );
}

type ErrorProps = {
  /** What the matter is: no network, one that leads nowhere, no answer in 60 s, somebody in between, or the server. */
  kind: keyof typeof WORDS;
  onReload: () => void;
  /** Replaces the second line. */
  lead?: ReactNode;
};

const WORDS = {
  offline: ['网络不通', '检查网络后再试，您填的内容还在'],
  unreachable: ['没有连上', '手机有网络，但没有连上我们。换一个网络，或者过一会儿再试'],
  slow: ['系统忙，请稍后再试', '等了一分钟没有回应，不是您的手机有问题'],
  blocked: ['被现在的网络挡住了', '公共 Wi-Fi 可能要先登录。登录后再试，或者换成手机流量'],
  busy: ['系统忙，请稍后再试', '不是您的手机有问题'],
} as const;

/** A load failed. What was typed stays. Where only the phone's network was missing it loads again as soon as there is one. */
export function ErrorState({ kind, onReload, lead }: ErrorProps) {
  useEffect(() => {
    if (kind !== 'offline') return;
    addEventListener('online', onReload);
    return () => removeEventListener('online', onReload);
  }, [kind, onReload]);
  const [title, advice] = WORDS[kind];
  const ofServer = title === WORDS.busy[0];
  return (
    <div className="state state-small" role="alert">
      <svg width="72" height="56" viewBox="0 0 72 56" aria-hidden="true">
        {!ofServer ? (
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
      <h2>{title}</h2>
      <p>{inPhrases(lead ?? advice)}</p>
      <div className="state-action">
        <Button onPress={onReload}>{ofServer ? '再试一次' : '重新加载'}</Button>
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
