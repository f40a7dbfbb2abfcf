import { useEffect, useRef } from 'react';
import { Notice } from './notice.tsx';

/** Below this share of the screen a bar or the foot of a sheet may cover it. */
const OPEN_SHARE = 0.8;

/**
 * What has just gone wrong with a whole form, not with one field of it. Brought into sight: whoever pressed and sees nothing presses
 * again, or believes that it was done.
 */
export function FormProblem({ problem }: { problem: string | null | undefined }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!problem || !box.current) return;
    const { top, bottom } = box.current.getBoundingClientRect();
    if (top < 0 || bottom > window.innerHeight * OPEN_SHARE) box.current.scrollIntoView({ block: 'center' });
  }, [problem]);
  if (!problem) return null;
  return (
    <div className="mt3" ref={box}>
      <Notice tone="err" alert>
        {problem}
      </Notice>
    </div>
  );
}
