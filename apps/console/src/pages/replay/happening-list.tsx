import type { HappeningValue } from '@huimin/contract/console';
import { useEffect, useRef } from 'react';
import { clockText } from './timeline-scale.ts';

const KINDS: Readonly<Record<HappeningValue['kind'], string>> = {
  page: '页面',
  document: '文件',
  consent: '同意',
  field: '输入',
  tap: '点按',
  api: '接口',
  server: '服务器',
  gap: '缺段',
  note: '标记',
};

interface HappeningListProps {
  readonly happenings: readonly HappeningValue[];
  readonly beginsAt: number;
  readonly at: number;
  onSeek(at: number): void;
}

/** Everything that happened, in sentences; a press goes there. */
export function HappeningList({ happenings, beginsAt, at, onSeek }: HappeningListProps) {
  const list = useRef<HTMLOListElement>(null);
  const current = happenings.findLastIndex((one) => one.at <= at + 1);
  useEffect(() => {
    const row = list.current?.children[current] as HTMLElement | undefined;
    if (row && list.current) list.current.scrollTop = row.offsetTop - list.current.clientHeight / 2;
  }, [current]);
  return (
    <section className="panel" aria-labelledby="rp-happenings">
      <div className="panel-head">
        <h2 id="rp-happenings">操作和服务器事件</h2>
        <small>{happenings.length} 条</small>
      </div>
      <ol className="rp-list" ref={list}>
        {happenings.map((one, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list does not change its order
          <li key={index} className={one.kind === 'gap' ? 'rp-missing' : undefined}>
            <button type="button" aria-current={index === current} onClick={() => onSeek(one.at)}>
              <span className="num">{clockText(one.at - beginsAt)}</span>
              <span className={one.bad ? 'rp-kind rp-kind-bad' : `rp-kind rp-kind-${one.kind}`}>{KINDS[one.kind]}</span>
              <span>{one.text}</span>
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}
