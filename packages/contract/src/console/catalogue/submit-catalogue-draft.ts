import Type from 'typebox';
import { defineConsoleCall } from '../define-console-call.ts';
import { AskedApproval, Reason } from '../staff/staff-schemas.ts';
import { CatalogueName, DraftRevision, OfEdition } from './catalogue-schemas.ts';

/** Asks another person to agree to a draft; residents see it from that moment on */
export const submitCatalogueDraft = defineConsoleCall({
  name: 'submitCatalogueDraft',
  topic: 'console/catalogue',
  method: 'POST',
  path: '/catalogues/{list}/draft/submit',
  summary: 'Asks another person to agree to a draft; residents see it from that moment on',
  input: Type.Object({ list: CatalogueName, edition: OfEdition, revision: DraftRevision, reason: Reason }),
  output: AskedApproval,
  errors: ['not-found', 'staff-rule'],
  staff: ['catalogue.change'],
  title: '送审目录',
  noted: 'change',
});
