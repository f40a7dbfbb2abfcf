import Type from 'typebox';
import { defineCall } from '../define-call.ts';
import { GroupDetail, GroupNo, MAX_ROSTER_BYTES } from './group-schemas.ts';

/** Hands in the list of people, CSV or XLSX; it is read by and by and replaces the one before */
export const uploadRoster = defineCall({
  name: 'uploadRoster',
  topic: 'group',
  method: 'POST',
  path: '/api/v1/companyInfo/roster/upload',
  summary: 'Hands in the list of people, CSV or XLSX; it is read by and by and replaces the one before',
  input: Type.Object({
    groupNo: GroupNo,
    fileName: Type.String({ minLength: 1, maxLength: 120, description: '文件名' }),
    content: Type.String({
      minLength: 4,
      maxLength: Math.ceil(MAX_ROSTER_BYTES / 3) * 4,
      pattern: '^[A-Za-z0-9+/]+={0,2}$',
      description: '文件内容，base64',
    }),
  }),
  output: GroupDetail,
  login: 'required',
  overlay: false,
  specified: false,
  errors: ['not-found', 'order-state', 'file-refused', 'too-many-requests'],
  bodyLimitBytes: Math.ceil(MAX_ROSTER_BYTES / 3) * 4 + 8 * 1024,
});
