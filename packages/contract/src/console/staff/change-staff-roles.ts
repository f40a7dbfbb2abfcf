import Type from 'typebox';
import { defineConsoleCall } from '../define-console-call.ts';
import { AskedApproval, Reason, StaffNo, StaffRoleName, StaffScopeView } from './staff-schemas.ts';

/** Asks for other roles or another scope of somebody; a second person has to agree */
export const changeStaffRoles = defineConsoleCall({
  name: 'changeStaffRoles',
  topic: 'console/staff',
  method: 'POST',
  path: '/staff/{staffNo}/roles',
  summary: 'Asks for other roles or another scope of somebody; a second person has to agree',
  input: Type.Object({
    staffNo: StaffNo,
    roles: Type.Array(StaffRoleName, { minItems: 1, maxItems: 7 }),
    scope: StaffScopeView,
    reason: Reason,
  }),
  output: AskedApproval,
  errors: ['not-found', 'staff-rule'],
  staff: ['staff.manage'],
  title: '改角色和范围',
  noted: 'change',
});
