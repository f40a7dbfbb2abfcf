import type { HandlerTable } from '../../http/handler.ts';
import { downloadPolicy, type PaperCallDependencies, queryCertificate, selectListPolicy } from './policy-calls.ts';

export { policyIssuer } from './issue-policies.ts';
export type { PaperDependencies } from './paper-facts.ts';
export { policyPdf } from './policy-pdf.ts';
export { registerVerificationRoute } from './verification-route.ts';

export function policyHandlers(deps: PaperCallDependencies): HandlerTable {
  return {
    selectListPolicy: selectListPolicy(deps),
    downloadPolicy: downloadPolicy(deps),
    queryCertificate: queryCertificate(deps),
  };
}
