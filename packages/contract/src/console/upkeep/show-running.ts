import Type from 'typebox';
import { BeijingTime } from '../../vocabulary/schemas.ts';
import { defineConsoleCall } from '../define-console-call.ts';
import { JobView, QueueView } from './upkeep-schemas.ts';

/** How the servers' jobs go and what waits in each queue */
export const showRunning = defineConsoleCall({
  name: 'showRunning',
  topic: 'console/upkeep',
  method: 'GET',
  path: '/running',
  summary: 'How the servers’ jobs go and what waits in each queue',
  input: Type.Object({}),
  output: Type.Object({
    at: BeijingTime,
    servers: Type.Array(Type.Object({ number: Type.Integer(), saidAt: BeijingTime, isSilent: Type.Boolean() })),
    jobs: Type.Array(JobView),
    queues: Type.Array(QueueView),
    log: Type.Union([Type.Object({ size: Type.Integer(), signedAt: BeijingTime }), Type.Null()]),
  }),
  staff: ['jobs.view'],
  title: '看任务和运行情况',
  noted: 'nothing',
});
