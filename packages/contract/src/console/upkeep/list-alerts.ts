import Type from 'typebox';
import { defineConsoleCall } from '../define-console-call.ts';
import { AlertView } from './upkeep-schemas.ts';

const Cursor = Type.String({ pattern: '^[0-9]{1,15}_[0-9]{1,19}$', description: '从哪一条往后' });

/** What somebody has to look at: amounts that differ, refunds that do not settle, news that is stuck; the latest first */
export const listAlerts = defineConsoleCall({
  name: 'listAlerts',
  topic: 'console/upkeep',
  method: 'GET',
  path: '/alerts',
  summary:
    'What somebody has to look at: amounts that differ, refunds that do not settle, news that is stuck; the latest first',
  input: Type.Object({
    which: Type.Optional(Type.Enum(['open', 'done'], { description: '处理了没有' })),
    kind: Type.Optional(Type.String({ pattern: '^[a-z-]{1,40}$', description: '哪一种' })),
    before: Type.Optional(Cursor),
  }),
  output: Type.Object({
    open: Type.Integer(),
    /** Of which kinds those are, most first. */
    kinds: Type.Array(Type.Object({ kind: Type.String(), title: Type.String(), count: Type.Integer() })),
    alerts: Type.Array(AlertView),
    next: Type.Union([Cursor, Type.Null()]),
  }),
  errors: ['staff-rule'],
  staff: ['alerts.view'],
  title: '看提醒',
  noted: 'nothing',
});
