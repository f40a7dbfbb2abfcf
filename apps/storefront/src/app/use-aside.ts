import { useEffect, useState } from 'react';
import { afterLoadAndIdle } from './prefetch.ts';

type Aside = typeof import('./aside.tsx');

/** The chunk that is wanted when nothing can be fetched, or where large letters take the page's room; null while it is not there. */
export function useAside(wanted: boolean): Aside | null {
  const [aside, setAside] = useState<Aside | null>(null);
  useEffect(() => {
    const load = () => afterLoadAndIdle(() => void import('./aside.tsx').then(setAside, () => {}));
    if (wanted) return load();
    if (typeof ResizeObserver === 'undefined') return;
    // A phone, or the app around the page, may make letters large at any moment, and lays them out in more than one frame.
    const watch = new ResizeObserver(() => {
      const bar = document.querySelector('.bar');
      if (!bar || bar.clientHeight <= innerHeight / 5) return;
      watch.disconnect();
      load();
    });
    watch.observe(document.body);
    return () => watch.disconnect();
  }, [wanted]);
  return aside;
}
