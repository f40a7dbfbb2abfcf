import { doAgreedReleases } from './holds.ts';
import { keepRecordings, type RetentionDependencies } from './keep-recordings.ts';

export { eraseRecording } from './erase-recording.ts';
export {
  agreeRelease,
  beginDispute,
  type Decided,
  endDispute,
  holdRecording,
  releaseRecording,
  restrictRecording,
} from './holds.ts';
export { keepRecordings, type RetentionDependencies } from './keep-recordings.ts';
export { keptRecording } from './kept-recordings.ts';
export { liftRestrictions } from './lift-restriction.ts';
export { restrictPerson } from './restrict-person.ts';

/** The daily look at how long recordings are kept; each recording is looked at when its day has come. */
export function retentionJobs(deps: RetentionDependencies) {
  return [
    { name: 'keep-recordings', everyMs: 600_000, run: () => keepRecordings(deps) },
    { name: 'agreed-releases', everyMs: 10_000, run: () => doAgreedReleases(deps) },
  ];
}
