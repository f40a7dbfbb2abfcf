import type { PublishedDocumentValue } from '@huimin/contract';
import { useEffect, useRef } from 'react';
import { mark } from '../../context/recording.ts';
import type { ReadingProgress } from './reading-progress.ts';

const STEP_PERCENT = 10;

/** Notes in the sale's record that this document was opened, how far it was read, and for how long. */
export function useReadingMarks(document: PublishedDocumentValue | null, progress: ReadingProgress | null): void {
  const { pageKey: id, version, sha256 } = document ?? {};
  const openedAt = useRef(0);
  const latest = useRef(0);
  latest.current = progress?.percent ?? 0;
  const step = Math.floor((progress?.percent ?? 0) / STEP_PERCENT) * STEP_PERCENT;
  const read = progress?.read === true;

  useEffect(() => {
    if (id === undefined) return;
    openedAt.current = Date.now();
    const tell = (act: string) => {
      mark('doc', { id, version, sha256, act, percent: latest.current, dwellMs: Date.now() - openedAt.current });
    };
    tell('open');
    return () => tell('close');
  }, [id, version, sha256]);

  useEffect(() => {
    if (id === undefined || (step === 0 && !read)) return;
    const dwellMs = Date.now() - openedAt.current;
    mark('doc', { id, version, sha256, act: read ? 'bottom' : 'scroll', percent: read ? 100 : step, dwellMs });
  }, [id, version, sha256, step, read]);
}
