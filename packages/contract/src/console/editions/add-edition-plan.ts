import Type from 'typebox';
import { EditionCode } from '../../vocabulary/schemas.ts';
import { defineConsoleCall } from '../define-console-call.ts';
import { DraftSaved, NewPlan, Revision } from './edition-schemas.ts';

/** Adds a plan to a draft that nobody could have bought yet */
export const addEditionPlan = defineConsoleCall({
  name: 'addEditionPlan',
  topic: 'console/editions',
  method: 'POST',
  path: '/editions/{edition}/draft/plans',
  summary: 'Adds a plan to a draft that nobody could have bought yet',
  input: Type.Object({
    edition: EditionCode,
    revision: Revision,
    plan: NewPlan,
    /** Takes back what was handed in; without it such a draft is not changed in passing. */
    reopen: Type.Optional(Type.Boolean()),
  }),
  output: DraftSaved,
  errors: ['not-found', 'staff-rule'],
  staff: ['edition.change'],
  title: '加方案',
  noted: 'change',
});
