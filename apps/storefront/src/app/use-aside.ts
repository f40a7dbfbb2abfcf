import { useEffect, useState } from 'react';
import { afterLoadAndIdle } from './prefetch.ts';

type Aside = typeof import('./aside.tsx');

/** The chunk that is wanted when nothing can be fetched, or where large letters take the page's room; null while it is not there. */
export function useAside(wanted: boolean): Aside | null {
  const [aside, setAside] = useState<Aside | null>(null);
  useEffect(() => {
    const bar = document.querySelector('.bar');
    if (wanted || (bar && bar.clientHeight > innerHeight / 5))
      afterLoadAndIdle(() => void import('./aside.tsx').then(setAside, () => {}));
  }, [wanted]);
  return aside;
}
