import { captureNew } from './log/capture.ts';
import type { EvidenceLog } from './log/evidence-log.ts';
import { publishLog } from './log/publish.ts';
import type { BuildRegistration } from './registration/builds.ts';

export { createEvidenceLog, type EvidenceLog } from './log/evidence-log.ts';
export { registerLogRoutes } from './log/log-routes.ts';
export { type BuildRegistration, createBuildRegistration } from './registration/builds.ts';
export { admitDocuments } from './registration/documents.ts';

/** What the evidence does at its own pace. */
export function evidenceJobs(log: EvidenceLog, build: BuildRegistration) {
  return [
    { name: 'evidence-capture', everyMs: 60_000, run: () => captureNew(log) },
    { name: 'evidence-log', everyMs: 30_000, run: () => publishLog(log) },
    { name: 'evidence-build', everyMs: 30_000, run: () => build.register() },
    { name: 'evidence-files', everyMs: 60_000, run: () => build.keepFiles() },
  ];
}
