import type { EvidenceLog } from './log/evidence-log.ts';
import { publishLog } from './log/publish.ts';

export { createEvidenceLog, type EvidenceLog } from './log/evidence-log.ts';
export { registerLogRoutes } from './log/log-routes.ts';

/** What the evidence does at its own pace. */
export function evidenceJobs(log: EvidenceLog) {
  return [{ name: 'evidence-log', everyMs: 30_000, run: () => publishLog(log) }];
}
