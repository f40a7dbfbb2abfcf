import Type from 'typebox';
import { GroupNo } from '../../group/group-schemas.ts';
import { defineConsoleCall } from '../define-console-call.ts';
import { DeskRosterRow, RowLine } from './group-desk-schemas.ts';

/** Lines of a company's list in their order, masked: those to be put right, the people who are in it, those who left, or all */
export const listGroupRows = defineConsoleCall({
  name: 'listGroupRows',
  topic: 'console/groups',
  method: 'GET',
  path: '/groups/{groupNo}/rows',
  summary:
    'Lines of a company’s list in their order, masked: those to be put right, the people who are in it, those who left, or all',
  input: Type.Object({
    groupNo: GroupNo,
    which: Type.Optional(Type.Enum(['problems', 'good', 'left', 'all'], { description: '哪些行' })),
    after: Type.Optional(RowLine),
  }),
  output: Type.Object({
    rows: Type.Array(DeskRosterRow),
    next: Type.Union([RowLine, Type.Null()]),
  }),
  errors: ['not-found'],
  staff: ['groups.view'],
  title: '看团体名单',
  noted: 'view',
});
