import type { EvidenceLog } from '../evidence/index.ts';
import type { AnyApprovalKind, ConsoleHandlerTable } from '../staff/index.ts';
import { checkRecording } from './check-recording.ts';
import { askRelease, holdRecording, linkDispute, releaseKind, settleDispute } from './deciding.ts';
import { digestRecordings } from './digests.ts';
import { exportKind } from './export-grants.ts';
import { makeExportReport } from './export-report.ts';
import { askExport, downloadExport, showExport } from './exports.ts';
import { readRecordingEvents } from './read-events.ts';
import type { SeenBy } from './recording-scope.ts';
import type { ReplayDependencies } from './replay-deps.ts';
import { searchRecordings } from './search-recordings.ts';
import { showRecording } from './show-recording.ts';
import { readShownDocument } from './shown-document.ts';
import { askUnmasking, unmaskingKind } from './unmasking.ts';

export { buildFiles } from './build-files.ts';
export type { EvidenceFiles } from './evidence-files.ts';
export { keptFiles } from './kept-files.ts';
export type { ReplayDependencies } from './replay-deps.ts';

/** What two people are needed for here. */
export const replayApprovals = (log: EvidenceLog, deps: SeenBy): AnyApprovalKind[] => [
  unmaskingKind(log, deps),
  exportKind(log, deps),
  releaseKind(deps),
];

/** The console's calls of this topic, by name. */
export function replayHandlers(deps: ReplayDependencies) {
  return {
    searchRecordings: searchRecordings(deps),
    showRecording: showRecording(deps),
    readRecordingEvents: readRecordingEvents(deps),
    askUnmasking: askUnmasking(deps),
    showExport: showExport(deps),
    askExport: askExport(deps),
    downloadExport: downloadExport(deps),
    makeExportReport: makeExportReport(deps),
    checkRecording: checkRecording(deps),
    readShownDocument: readShownDocument(deps),
    holdRecording: holdRecording(deps),
    askRelease: askRelease(deps),
    linkDispute: linkDispute(deps),
    settleDispute: settleDispute(deps),
  } satisfies ConsoleHandlerTable;
}

export function replayJobs(
  deps: Pick<ReplayDependencies, 'database' | 'clock' | 'log' | 'recordings' | 'files' | 'store'>,
) {
  return [{ name: 'recording-digests', everyMs: 60_000, run: () => digestRecordings(deps) }];
}
