import Type from 'typebox';
import { EditionCode } from '../../vocabulary/schemas.ts';
import { defineConsoleCall } from '../define-console-call.ts';
import { DraftSaved, PlanCode, Revision } from './edition-schemas.ts';

/** Takes a plan out of a draft, from which it can be put back; not the last, and none that something needs */
export const removeEditionPlan = defineConsoleCall({
  name: 'removeEditionPlan',
  topic: 'console/editions',
  method: 'POST',
  path: '/editions/{edition}/draft/plans/remove',
  summary: 'Takes a plan out of a draft, from which it can be put back; not the last, and none that something needs',
  input: Type.Object({
    edition: EditionCode,
    revision: Revision,
    planCode: PlanCode,
    /** Takes back what was handed in; without it such a draft is not changed in passing. */
    reopen: Type.Optional(Type.Boolean()),
  }),
  output: DraftSaved,
  errors: ['not-found', 'staff-rule'],
  staff: ['edition.change'],
  title: '删方案',
  noted: 'change',
});
