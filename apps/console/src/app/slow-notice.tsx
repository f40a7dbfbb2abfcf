import { useSyncExternalStore } from 'react';
import { isAnySlow, whenSlowChanges } from '../api/slow-calls.ts';

/** Said while an answer takes longer than usual: what was asked is not lost, and need not be asked again. */
export function SlowNotice() {
  const isSlow = useSyncExternalStore(whenSlowChanges, isAnySlow);
  return (
    <span role="status" className="slow-notice">
      {isSlow && '比平时慢，还在等服务器答复'}
    </span>
  );
}
