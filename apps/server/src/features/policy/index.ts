import type { HandlerTable } from '../../http/handler.ts';
import { downloadPolicy, type PaperCallDependencies, queryCertificate, selectListPolicy } from './policy-calls.ts';

export { type CoveredPerson, coveredPeople, coveredPerson } from './covered-people.ts';
export { policyIssuer } from './issue-policies.ts';
export {
  paperFileName,
  personDrawing,
  policyPaper,
  signingNow,
  VERIFICATION_PATH,
  verification,
  voucherNo,
  voucherPaper,
} from './paper-content.ts';
export {
  type PaperDependencies,
  type PaperFacts,
  type PaperSigning,
  paperFacts,
  policyStatusNow,
} from './paper-facts.ts';
export { paperOrder } from './policy-calls.ts';
export { policyPdf } from './policy-pdf.ts';
export { openTicket, sealTicket } from './policy-ticket.ts';

export function policyHandlers(deps: PaperCallDependencies): HandlerTable {
  return {
    selectListPolicy: selectListPolicy(deps),
    downloadPolicy: downloadPolicy(deps),
    queryCertificate: queryCertificate(deps),
  };
}
