import Type from 'typebox';
import { GroupNo, MAX_ROSTER_BYTES } from '../../group/group-schemas.ts';
import { defineConsoleCall } from '../define-console-call.ts';
import { Line } from './group-desk-schemas.ts';

/** Takes a company's list, CSV or XLSX; it is read by and by and replaces the one before */
export const takeCompanyRoster = defineConsoleCall({
  name: 'takeCompanyRoster',
  topic: 'console/groups',
  method: 'POST',
  path: '/groups/{groupNo}/roster',
  summary: 'Takes a company’s list, CSV or XLSX; it is read by and by and replaces the one before',
  input: Type.Object({
    groupNo: GroupNo,
    fileName: Line('文件名', 1, 120),
    content: Type.String({
      minLength: 4,
      maxLength: Math.ceil(MAX_ROSTER_BYTES / 3) * 4,
      pattern: '^[A-Za-z0-9+/]+={0,2}$',
      description: '文件内容，base64',
    }),
  }),
  output: Type.Object({}),
  errors: ['not-found', 'staff-rule'],
  bodyLimitBytes: Math.ceil(MAX_ROSTER_BYTES / 3) * 4 + 8 * 1024,
  staff: ['groups.handle'],
  title: '导入团体名单',
  noted: 'change',
});
