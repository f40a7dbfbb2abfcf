import Type from 'typebox';
import { defineCall } from '../define-call.ts';
import { FileIds } from '../uploads/upload-schemas.ts';
import { MidYearApplication, MidYearNo } from './mid-year-schemas.ts';

/** Hands in the papers that an application still lacks */
export const supplementMidYear = defineCall({
  name: 'supplementMidYear',
  topic: 'mid-year',
  method: 'POST',
  path: '/api/v1/midyear/supplement',
  summary: 'Hands in the papers that an application still lacks',
  input: Type.Object({ applicationNo: MidYearNo, fileIds: FileIds }),
  output: MidYearApplication,
  login: 'required',
  errors: ['not-found', 'order-state'],
  specified: false,
});
