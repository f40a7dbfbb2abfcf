import Type from 'typebox';
import { defineConsoleCall } from '../define-console-call.ts';
import { RightsNo } from './rights-schemas.ts';

/** Answers a resident; restricting and erasing is done for the recordings at once, as far as no period still runs */
export const answerRightsRequest = defineConsoleCall({
  name: 'answerRightsRequest',
  topic: 'console/rights',
  method: 'POST',
  path: '/rights/{rightsNo}/answer',
  summary:
    'Answers a resident; restricting and erasing is done for the recordings at once, as far as no period still runs',
  input: Type.Object({
    rightsNo: RightsNo,
    agree: Type.Boolean(),
    answer: Type.String({ minLength: 4, maxLength: 300, description: '给本人的答复' }),
  }),
  output: Type.Object({ answer: Type.String() }),
  errors: ['not-found', 'staff-rule'],
  staff: ['rights.answer'],
  title: '答复本人权利申请',
  noted: 'change',
});
