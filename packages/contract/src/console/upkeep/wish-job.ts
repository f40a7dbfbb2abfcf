import Type from 'typebox';
import { defineConsoleCall } from '../define-console-call.ts';
import { JobName } from './upkeep-schemas.ts';

/** Asks for a job to be run now instead of at its next turn */
export const wishJob = defineConsoleCall({
  name: 'wishJob',
  topic: 'console/upkeep',
  method: 'POST',
  path: '/running/jobs/{job}/run',
  summary: 'Asks for a job to be run now instead of at its next turn',
  input: Type.Object({ job: JobName }),
  output: Type.Object({}),
  errors: ['not-found'],
  staff: ['jobs.run'],
  title: '马上跑任务',
  noted: 'change',
});
