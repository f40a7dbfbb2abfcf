import Type, { type Static } from 'typebox';
import { BeijingTime } from '../../vocabulary/schemas.ts';

export const JobName = Type.String({ pattern: '^[a-z][a-z-]{1,40}$', description: '任务' });
export const AlertNo = Type.String({ pattern: '^[0-9]{1,19}$', description: '提醒编号' });

export const JobView = Type.Object({
  name: JobName,
  title: Type.String(),
  everyMs: Type.Integer(),
  /** On how many servers it runs now. */
  servers: Type.Integer(),
  lastAt: BeijingTime,
  lastDurationMs: Type.Integer(),
  /** Pieces done since the servers started. */
  done: Type.Integer(),
  state: Type.Enum(['well', 'failing', 'late']),
  /** Rounds in a row that failed, on the server where it is worst. */
  failures: Type.Integer(),
  failedAt: Type.Union([BeijingTime, Type.Null()]),
  /** What the program said; never a person's data. */
  failure: Type.String(),
  /** Somebody wants it run now, and no server has taken that up yet. */
  isWished: Type.Boolean(),
});
export type JobValue = Static<typeof JobView>;

export const QueueView = Type.Object({
  name: Type.String(),
  title: Type.String(),
  count: Type.Integer(),
  /** Since when the oldest waits; null when nothing does. */
  oldestAt: Type.Union([BeijingTime, Type.Null()]),
  /** Waits longer than it should. */
  isLate: Type.Boolean(),
});
export type QueueValue = Static<typeof QueueView>;

export const AlertView = Type.Object({
  alertNo: AlertNo,
  kind: Type.String(),
  title: Type.String(),
  /** What is to be done about it. */
  advice: Type.String(),
  /** It stands for as long as it is not right and ends by itself; nobody settles it. */
  clearsItself: Type.Boolean(),
  orderNo: Type.Union([Type.String(), Type.Null()]),
  /** Where it can be seen to, besides its order: the day of a bill or a file, a company. */
  about: Type.Object({
    day: Type.Union([Type.String(), Type.Null()]),
    groupNo: Type.Union([Type.String(), Type.Null()]),
  }),
  details: Type.Array(Type.Object({ label: Type.String(), value: Type.String() })),
  createdAt: BeijingTime,
  resolvedAt: Type.Union([BeijingTime, Type.Null()]),
  /** Null of one that was resolved: it ended by itself. */
  resolvedBy: Type.Union([Type.String(), Type.Null()]),
  note: Type.Union([Type.String(), Type.Null()]),
});
export type AlertValue = Static<typeof AlertView>;
