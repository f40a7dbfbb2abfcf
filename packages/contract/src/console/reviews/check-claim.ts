import Type from 'typebox';
import { CaseNo } from '../../claims/claims-schemas.ts';
import { defineConsoleCall } from '../define-console-call.ts';
import { ReviewView, SumStep } from './review-schemas.ts';

const { rulesFen, insurerFen, name, idNumber, person } = ReviewView.properties;

/** A claim worked out again by its number, beside what its insurer pays, with the steps that its resident sees */
export const checkClaim = defineConsoleCall({
  name: 'checkClaim',
  topic: 'console/reviews',
  method: 'GET',
  path: '/claims/{caseNo}',
  summary:
    'A claim worked out again by its number, beside what its insurer pays, with the steps that its resident sees',
  input: Type.Object({ caseNo: CaseNo }),
  output: Type.Object({
    caseNo: CaseNo,
    editionName: Type.String(),
    statusLabel: Type.String(),
    ruleVersion: Type.Integer(),
    /** The day of the insurer's file that tells of it last. */
    day: Type.String(),
    ...{ name, idNumber, person, rulesFen, insurerFen },
    steps: Type.Array(SumStep),
  }),
  errors: ['not-found'],
  staff: ['reviews.view'],
  title: '按案件号重算理赔',
  noted: 'view',
});
