import Type from 'typebox';
import { defineCall } from '../define-call.ts';
import { MidYearApplication, MidYearNo } from './mid-year-schemas.ts';

/** Takes an application back that is not decided; its papers are deleted */
export const withdrawMidYear = defineCall({
  name: 'withdrawMidYear',
  topic: 'mid-year',
  method: 'POST',
  path: '/api/v1/midyear/withdraw',
  summary: 'Takes an application back that is not decided; its papers are deleted',
  input: Type.Object({ applicationNo: MidYearNo }),
  output: MidYearApplication,
  login: 'required',
  errors: ['not-found', 'order-state'],
  specified: false,
});
