import { freeSegments } from './free-segments.ts';
import { sealDue } from './seal-due.ts';
import type { SealingDependencies } from './seal-recording.ts';

export { OPEN_MS, QUIET_MS, sealDue } from './seal-due.ts';
export type { SealingDependencies } from './seal-recording.ts';

/** What the sealing of recordings does at its own pace. */
export function sealingJobs(deps: SealingDependencies) {
  return [
    { name: 'seal-recordings', everyMs: 60_000, run: () => sealDue(deps) },
    { name: 'free-segments', everyMs: 600_000, run: () => freeSegments(deps) },
  ];
}
