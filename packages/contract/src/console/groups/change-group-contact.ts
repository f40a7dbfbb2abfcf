import Type from 'typebox';
import { GroupNo } from '../../group/group-schemas.ts';
import { PhoneNumber } from '../../vocabulary/schemas.ts';
import { defineConsoleCall } from '../define-console-call.ts';
import { Reason } from '../staff/staff-schemas.ts';
import { Line } from './group-desk-schemas.ts';

/** Another person speaks for a company from now on; the former one finds it no more */
export const changeGroupContact = defineConsoleCall({
  name: 'changeGroupContact',
  topic: 'console/groups',
  method: 'POST',
  path: '/groups/{groupNo}/contact',
  summary: 'Another person speaks for a company from now on; the former one finds it no more',
  input: Type.Object({
    groupNo: GroupNo,
    contactName: Line('联系人', 2, 30),
    phone: PhoneNumber,
    reason: Reason,
    /** Who was shown when somebody began to write down another one: refused where it is somebody else by now. */
    former: Type.Optional(Type.Object({ contactMasked: Type.String(), phoneMasked: Type.String() })),
  }),
  output: Type.Object({}),
  errors: ['not-found', 'staff-rule'],
  staff: ['groups.handle'],
  title: '换单位联系人',
  noted: 'change',
});
