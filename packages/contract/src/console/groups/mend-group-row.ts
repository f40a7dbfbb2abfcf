import Type from 'typebox';
import { GroupNo } from '../../group/group-schemas.ts';
import { defineConsoleCall } from '../define-console-call.ts';
import { MendedRow, RowLine } from './group-desk-schemas.ts';

/** Puts one line of a list right in its place, typed anew from the paper; checked like any line */
export const mendGroupRow = defineConsoleCall({
  name: 'mendGroupRow',
  topic: 'console/groups',
  method: 'POST',
  path: '/groups/{groupNo}/rows/{line}/mend',
  summary: 'Puts one line of a list right in its place, typed anew from the paper; checked like any line',
  input: Type.Object({ groupNo: GroupNo, line: RowLine, ...MendedRow }),
  output: Type.Object({}),
  errors: ['not-found', 'staff-rule'],
  staff: ['groups.handle'],
  title: '改名单里的一行',
  noted: 'change',
});
