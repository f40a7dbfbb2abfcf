import { useLayoutEffect } from 'react';
import { isElderMode, showElderMode } from '../../context/elder-mode.ts';

/** Large and plain as long as this screen is shown, whatever the phone shows otherwise; nothing is remembered. */
export function useElderSize(): void {
  useLayoutEffect(() => {
    if (isElderMode()) return;
    showElderMode(true);
    return () => showElderMode(false);
  }, []);
}
