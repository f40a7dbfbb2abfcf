import Type from 'typebox';
import { EditionCode } from '../../vocabulary/schemas.ts';
import { defineConsoleCall } from '../define-console-call.ts';
import { ClaimRulesOfEdition } from './claim-rule-schemas.ts';

/** The rules by which claims are worked out, of each edition, with all versions */
export const listClaimRules = defineConsoleCall({
  name: 'listClaimRules',
  topic: 'console/reviews',
  method: 'GET',
  path: '/claim-rules',
  summary: 'The rules by which claims are worked out, of each edition, with all versions',
  input: Type.Object({}),
  output: Type.Object({
    /** The newest year first. */
    editions: Type.Array(ClaimRulesOfEdition),
    /** The one that is meant where none is named: on sale, never one that is not sold yet while another is. */
    inForce: Type.Union([EditionCode, Type.Null()]),
  }),

  staff: ['edition.view'],
  title: '看理赔规则',
  noted: 'nothing',
});
