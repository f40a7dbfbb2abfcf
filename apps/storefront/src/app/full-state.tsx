import { type ReactNode, useEffect } from 'react';
import { Button, Icon, iconPhone, Row, telHref } from '../ui/index.ts';
import { serverReachable } from './server-reachable.ts';

interface Props {
  art: 'offline' | 'stale' | 'busy';
  title: string;
  lead: ReactNode;
  action?: string;
  onAction?: () => void;
  note?: string;
  children?: ReactNode;
}

/** How often is asked whether the server can be reached again: the phone tells of a network of its own, not of what lies behind it. */
const ASK_AGAIN_MS = 15_000;

/**
 * A whole screen that says what is wrong and offers the next step. Needs no product data. Without a network the step is taken
 * as soon as the server answers.
 */
export function FullState({ art, title, lead, action, onAction, note, children }: Props) {
  useEffect(() => {
    if (art !== 'offline') return;
    const askAgain = async () => {
      if (await serverReachable()) onAction?.();
    };
    const timer = setInterval(askAgain, ASK_AGAIN_MS);
    addEventListener('online', askAgain);
    return () => {
      clearInterval(timer);
      removeEventListener('online', askAgain);
    };
  });
  return (
    <main className="page full-state">
      {ART[art]}
      <h1 tabIndex={-1}>{title}</h1>
      <p>{lead}</p>
      {children}
      {action && (
        <Button kind="primary" block onPress={onAction}>
          {action}
        </Button>
      )}
      {note && <p className="note">{note}</p>}
    </main>
  );
}

const ART = {
  offline: (
    <svg width="120" height="96" viewBox="0 0 72 56" fill="none" stroke="currentColor" aria-hidden="true">
      <path d="M10 22c15-14 37-14 52 0M19 32c10-9 24-9 34 0M28 42c5-4 11-4 16 0" className="art-stroke-neutral" />
      <circle cx="36" cy="50" r="2.5" className="art-red" />
      <path d="M14 6l44 44" className="art-stroke" />
    </svg>
  ),
  stale: (
    <svg width="112" height="96" viewBox="0 0 84 72" fill="none" stroke="currentColor" aria-hidden="true">
      <rect x="10" y="10" width="40" height="54" rx="5" className="art-stroke-neutral" />
      <path d="M19 24h22M19 34h22M19 44h12" className="art-stroke-neutral" />
      <circle cx="58" cy="46" r="17" className="art-fill" />
      <path d="M66.500 46a8.500 8.500 0 1 1-2.600-6.100M66.500 36.500v4.500H62" className="art-stroke" />
    </svg>
  ),
  busy: (
    <svg width="120" height="96" viewBox="0 0 72 56" fill="none" stroke="currentColor" aria-hidden="true">
      <rect x="8" y="8" width="56" height="40" rx="6" className="art-stroke-neutral" />
      <path d="M8 18h56" className="art-stroke-neutral" />
      <path d="M36 25v10M36 41v.1" className="art-stroke" />
    </svg>
  ),
};

interface OfflineProps {
  onReload: () => void;
  /** The service phone, where the product is known. */
  tel?: string | undefined;
  /** What this phone has kept, as rows. */
  kept: ReactNode;
}

/** The next screen could not be fetched: no network, or one that does not lead to the server. What can be done without one stands below. */
export function OfflineScreen({ onReload, tel, kept }: OfflineProps) {
  return (
    <FullState
      art="offline"
      title={navigator.onLine ? '没有连上' : '网络不通'}
      lead={
        <>
          {navigator.onLine ? '换一个网络，或者过一会儿再试。' : '检查网络后再试。'}
          <br />
          您填的内容还在，不用重新填
        </>
      }
      action="重新加载"
      onAction={onReload}
      note="如果刚付过款，联网后先去订单里看结果，不要重复付"
    >
      {(tel !== undefined || kept) && (
        <div className="card card-flush mt6">
          {kept}
          {tel !== undefined && (
            <Row icon={<Icon name={iconPhone} size={22} />} label="打电话办" note={tel} href={telHref(tel)} />
          )}
        </div>
      )}
    </FullState>
  );
}

/** The next screen's file is gone from the server, and reloading once did not bring it. */
export function StaleScreen({ onUpdate, changes }: { onUpdate: () => void; changes: ReactNode }) {
  return (
    <FullState
      art="stale"
      title="页面有新版本"
      lead="更新后再继续，填好的内容会留着"
      action="更新页面"
      onAction={onUpdate}
    >
      {changes}
    </FullState>
  );
}
