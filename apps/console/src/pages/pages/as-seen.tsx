import type { PageDeskValue } from '@huimin/contract/console';
import { Button, Empty } from 'antd';
import { useState } from 'react';
import { useCall } from '../../api/use-call.ts';
import { LoadProblem } from '../../app/load-problem.tsx';
import { Segments } from '../../app/segments.tsx';
import { longTime } from '../../parts/when.ts';
import { Lines } from './lines.tsx';
import { Phones } from './phones.tsx';
import { shortHash } from './short-hash.ts';

interface Props {
  readonly desk: PageDeskValue;
  /** YYYY-MM-DD HH:mm */
  readonly at: string;
  onBackToNow(): void;
}

type View = '手机样子' | '文字';
const VIEWS: View[] = ['手机样子', '文字'];

/** What residents read at a moment; nothing of this page's before its first version. */
export function AsSeen({ desk, at, onBackToNow }: Props) {
  const first = desk.versions.at(-1);
  if (first && longTime(first.publishedAt) <= longTime(at)) {
    return <SeenVersion desk={desk} at={at} onBackToNow={onBackToNow} />;
  }
  return (
    <Empty style={{ padding: 32 }} image={Empty.PRESENTED_IMAGE_SIMPLE} description={notYet(at, first?.publishedAt)}>
      <Button onClick={onBackToNow}>回到现在</Button>
    </Empty>
  );
}

const notYet = (at: string, firstAt: string | undefined): string =>
  `${longTime(at)} 这个页面还没有发布${firstAt === undefined ? '' : `，${longTime(firstAt)} 起才有`}`;

/** The version of a moment as residents read it then, beside what they read now where that is another. */
function SeenVersion({ desk, at, onBackToNow }: Props) {
  const { edition, key, live } = desk;
  const { value, problem, reload } = useCall('seePageAt', { edition, key, at });
  const [view, setView] = useState<View>('手机样子');
  const isOther = value !== null && live !== null && live.version !== value.version;
  return (
    <div className="pg-seen">
      <p>
        <b className="num">{longTime(at)}</b> 看到的
        {value && (
          <>
            是 <b>v{value.version}</b>
            <span className="num">
              （{longTime(value.publishedAt)} 起，SHA-256 {shortHash(value.sha256)}）
            </span>
          </>
        )}
        <Button type="link" size="small" onClick={onBackToNow}>
          回到现在
        </Button>
      </p>
      <LoadProblem problem={problem} onRetry={reload} />
      {value && (
        <div className="pg-view">
          <Segments<View> size="small" aria-label="看法" options={VIEWS} value={view} onChange={setView} />
          {view === '手机样子' && <span>文字是那时的那一版，字体和排版是现在的居民端。</span>}
        </div>
      )}
      {value && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard
        <section className="pg-body" tabIndex={0} aria-label="正文">
          {view === '文字' && <Lines lines={value.lines} />}
          {view === '手机样子' && (
            <Phones
              of={desk}
              pages={[
                {
                  version: value.version,
                  label: isOther ? `v${value.version}，那时` : `v${value.version}，那时和现在一样`,
                },
                ...(isOther && live ? [{ version: live.version, label: `v${live.version}，现在` }] : []),
              ]}
            />
          )}
        </section>
      )}
    </div>
  );
}
