export {
  createReleasedFiles,
  type ReleasedFiles,
  releasedFileJobs,
} from './released-files.ts';
