import Type from 'typebox';
import { EditionCode } from '../../vocabulary/schemas.ts';
import { defineConsoleCall } from '../define-console-call.ts';
import { DraftSaved, PlanCode, Revision } from './edition-schemas.ts';

/** Puts the plans of a draft into an order; one that was taken out and is named comes back */
export const arrangeEditionPlans = defineConsoleCall({
  name: 'arrangeEditionPlans',
  topic: 'console/editions',
  method: 'POST',
  path: '/editions/{edition}/draft/plans/order',
  summary: 'Puts the plans of a draft into an order; one that was taken out and is named comes back',
  input: Type.Object({
    edition: EditionCode,
    revision: Revision,
    planCodes: Type.Array(PlanCode, { minItems: 1, maxItems: 10, description: '方案顺序' }),
    /** Takes back what was handed in; without it such a draft is not changed in passing. */
    reopen: Type.Optional(Type.Boolean()),
  }),
  output: DraftSaved,
  errors: ['not-found', 'staff-rule'],
  staff: ['edition.change'],
  title: '换方案顺序',
  noted: 'change',
});
