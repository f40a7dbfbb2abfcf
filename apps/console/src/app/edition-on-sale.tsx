import { useEffect } from 'react';
import { Link, useLocation } from 'react-router';
import { useCall } from '../api/use-call.ts';
import { useSelf } from './self.tsx';

/** The longest that a browser's timer can wait. */
const MOST_MS = 2 ** 31 - 1;

/**
 * Which edition residents see and where its sale stands. Asked anew on every page, when the tab is come back to, and when the
 * sale opens or ends: no timer of its own keeps a session alive.
 */
export function EditionOnSale() {
  const { self, may } = useSelf();
  const { pathname } = useLocation();
  const { value, reload } = useCall('showEditionOnSale', {});
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page or another news of oneself asks again
  useEffect(reload, [pathname, self, reload]);
  useEffect(() => {
    const look = () => document.visibilityState === 'visible' && reload();
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, [reload]);
  useEffect(() => {
    if (!value?.onSale?.changesAt) return;
    const leftMs = Date.parse(value.onSale.changesAt) - Date.parse(value.at) + 1_000;
    const timer = setTimeout(reload, Math.min(leftMs, MOST_MS));
    return () => clearTimeout(timer);
  }, [value, reload]);
  if (!value) return null;
  const { onSale } = value;
  const words = onSale ? `${onSale.year} 版 ${onSale.saleLabel}` : '还没有在售的版本';
  const inside = (
    <>
      <i className={`on-sale-dot is-${onSale?.saleTone ?? 'neutral'}`} aria-hidden="true" />
      {words}
    </>
  );
  return may('edition.view') ? (
    <Link className="on-sale num" to="/editions" title={onSale?.name}>
      {inside}
    </Link>
  ) : (
    <span className="on-sale num" title={onSale?.name}>
      {inside}
    </span>
  );
}
