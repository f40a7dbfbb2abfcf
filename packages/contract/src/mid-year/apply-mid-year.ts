import Type from 'typebox';
import { defineCall } from '../define-call.ts';
import { FileIds } from '../uploads/upload-schemas.ts';
import { EditionCode, MemberId } from '../vocabulary/schemas.ts';
import { MidYearApplication } from './mid-year-schemas.ts';

/** Asks to insure one kept person after the main window, with papers that show the reason */
export const applyMidYear = defineCall({
  name: 'applyMidYear',
  topic: 'mid-year',
  method: 'POST',
  path: '/api/v1/midyear/apply',
  summary: 'Asks to insure one kept person after the main window, with papers that show the reason',
  input: Type.Object({
    productId: Type.Optional(EditionCode),
    memberId: MemberId,
    reason: Type.String({ pattern: '^[a-z-]{2,30}$' }),
    fileIds: FileIds,
  }),
  output: MidYearApplication,
  login: 'required',
  errors: ['not-found', 'not-on-sale', 'order-state', 'already-insured'],
  specified: false,
});
