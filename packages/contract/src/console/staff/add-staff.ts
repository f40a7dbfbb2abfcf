import Type from 'typebox';
import { defineConsoleCall } from '../define-console-call.ts';
import { AccountName, AskedApproval, Reason, StaffRoleName, StaffScopeView } from './staff-schemas.ts';

/** Asks for a new account; a second person has to agree */
export const addStaff = defineConsoleCall({
  name: 'addStaff',
  topic: 'console/staff',
  method: 'POST',
  path: '/staff',
  summary: 'Asks for a new account; a second person has to agree',
  input: Type.Object({
    account: AccountName,
    name: Type.String({ minLength: 1, maxLength: 30, description: '姓名' }),
    company: Type.String({ minLength: 1, maxLength: 40, description: '单位' }),
    roles: Type.Array(StaffRoleName, { minItems: 1, maxItems: 7 }),
    scope: StaffScopeView,
    reason: Reason,
  }),
  output: AskedApproval,
  errors: ['staff-rule'],
  staff: ['staff.manage'],
  title: '新建用户',
  noted: 'change',
});
