import Type from 'typebox';
import { GroupNo } from '../../group/group-schemas.ts';
import { defineConsoleCall } from '../define-console-call.ts';
import { DeskGroup } from './group-desk-schemas.ts';

/** One company whole: steps, list, bill, money, what happened; persons masked */
export const showCompanyGroup = defineConsoleCall({
  name: 'showCompanyGroup',
  topic: 'console/groups',
  method: 'GET',
  path: '/groups/{groupNo}',
  summary: 'One company whole: steps, list, bill, money, what happened; persons masked',
  input: Type.Object({ groupNo: GroupNo }),
  output: DeskGroup,
  errors: ['not-found'],
  staff: ['groups.view'],
  title: '看一个团体',
  noted: 'view',
});
