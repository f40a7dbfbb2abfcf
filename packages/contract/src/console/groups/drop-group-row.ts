import Type from 'typebox';
import { GroupNo } from '../../group/group-schemas.ts';
import { defineConsoleCall } from '../define-console-call.ts';
import { RowLine } from './group-desk-schemas.ts';

/** Takes one line that cannot be put right out of a list */
export const dropGroupRow = defineConsoleCall({
  name: 'dropGroupRow',
  topic: 'console/groups',
  method: 'POST',
  path: '/groups/{groupNo}/rows/{line}/drop',
  summary: 'Takes one line that cannot be put right out of a list',
  input: Type.Object({ groupNo: GroupNo, line: RowLine }),
  output: Type.Object({}),
  errors: ['not-found', 'staff-rule'],
  staff: ['groups.handle'],
  title: '移出名单里的一行',
  noted: 'change',
});
