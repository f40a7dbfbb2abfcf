import { captureNew } from './log/capture.ts';
import type { EvidenceLog } from './log/evidence-log.ts';
import { publishLog } from './log/publish.ts';
import type { BuildRegistration } from './registration/builds.ts';
import { archiveDue } from './stamps/archive-due.ts';
import { type StampingAuthority, stampDue } from './stamps/stamp-due.ts';

export { checkGivenPages, checkInThreads } from './checking/check-in-threads.ts';
export { type CheckedPage, checkPage, type PageWish } from './checking/check-page.ts';
export {
  countSealed,
  createChecker,
  type KeptReport,
  noteVerdict,
  sealedTraces,
  seenAtDesk,
} from './checking/check-recording.ts';
export { ownTrust, type SeenCheckpoint } from './checking/check-run.ts';
export {
  makePackage,
  notePassedOn,
  noteUnmasking,
  passingOn,
} from './exporting/index.ts';
export { createEvidenceLog, type EvidenceLog } from './log/evidence-log.ts';
export { keepLogAlert } from './log/log-alert.ts';
export { registerLogRoutes } from './log/log-routes.ts';
export type { StoredCheckpoint } from './log/log-store.ts';
export { rebuildLog } from './log/rebuild-log.ts';
export { type BuildRegistration, createBuildRegistration } from './registration/builds.ts';
export { admitDocuments } from './registration/documents.ts';
export {
  agreeRelease,
  beginDispute,
  type Decided,
  endDispute,
  eraseRecording,
  holdRecording,
  keepRecordings,
  keptRecording,
  liftRestrictions,
  type RetentionDependencies,
  releaseRecording,
  restrictPerson,
  restrictRecording,
  retentionJobs,
} from './retention/index.ts';
export { OPEN_MS, QUIET_MS, type SealingDependencies, sealDue, sealingJobs } from './sealing/index.ts';
export { sealedChunks } from './sealing/sealed-chunks.ts';
export { objectsOf } from './sealing/sealing-store.ts';
export type { StampingAuthority } from './stamps/stamp-due.ts';

/** What the evidence does at its own pace. */
export function evidenceJobs(
  log: EvidenceLog,
  build: BuildRegistration,
  authorities: readonly StampingAuthority[],
  archiveYears: number,
) {
  return [
    { name: 'evidence-capture', everyMs: 60_000, run: () => captureNew(log) },
    { name: 'evidence-log', everyMs: 30_000, run: () => publishLog(log) },
    { name: 'evidence-stamps', everyMs: 60_000, run: () => stampDue(log, authorities) },
    { name: 'evidence-archives', everyMs: 3_600_000, run: () => archiveDue(log, authorities, archiveYears) },
    { name: 'evidence-build', everyMs: 30_000, ofThisServer: true, run: () => build.register() },
    { name: 'evidence-files', everyMs: 60_000, ofThisServer: true, run: () => build.keepFiles() },
  ];
}
