import Type from 'typebox';
import { defineCall } from '../define-call.ts';
import { EditionCode } from '../vocabulary/schemas.ts';
import { MidYearApplication } from './mid-year-schemas.ts';

/** The asker's applications to join after the main window, newest first */
export const queryMidYear = defineCall({
  name: 'queryMidYear',
  topic: 'mid-year',
  method: 'GET',
  path: '/api/v1/midyear/query',
  summary: "The asker's applications to join after the main window, newest first",
  input: Type.Object({ productId: Type.Optional(EditionCode) }),
  output: Type.Object({ applications: Type.Array(MidYearApplication) }),
  login: 'required',
  overlay: false,
  specified: false,
});
