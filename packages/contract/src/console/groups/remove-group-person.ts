import Type from 'typebox';
import { GroupNo, GroupPersonNo } from '../../group/group-schemas.ts';
import { defineConsoleCall } from '../define-console-call.ts';
import { Reason } from '../staff/staff-schemas.ts';

/** Takes somebody who is insured out before the cover begins, as the company asked; the premium goes back into its deposit */
export const removeGroupPerson = defineConsoleCall({
  name: 'removeGroupPerson',
  topic: 'console/groups',
  method: 'POST',
  path: '/groups/{groupNo}/people/{personNo}/remove',
  summary:
    'Takes somebody who is insured out before the cover begins, as the company asked; the premium goes back into its deposit',
  input: Type.Object({ groupNo: GroupNo, personNo: GroupPersonNo, reason: Reason }),
  output: Type.Object({}),
  errors: ['not-found', 'staff-rule'],
  staff: ['groups.handle'],
  title: '减员',
  noted: 'change',
});
