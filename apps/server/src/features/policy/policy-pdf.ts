import type { FileReply } from '../../http/handler.ts';
import { drawPdf } from '../../papers/index.ts';
import { paperFileName, personDrawing, signingNow } from './paper-content.ts';
import { type PaperDependencies, paperFactsOfPolicy } from './paper-facts.ts';

/** The e-policy of a policy, for a caller who has decided that it may be seen; null until it is issued. */
export async function policyPdf(
  deps: PaperDependencies,
  policyId: bigint,
): Promise<Omit<FileReply, 'disposition'> | null> {
  const facts = await paperFactsOfPolicy(deps, policyId);
  if (!facts?.policy) return null;
  return {
    bytes: await drawPdf(personDrawing(deps, facts, 'policy'), signingNow(deps)),
    contentType: 'application/pdf',
    fileName: paperFileName(facts, 'policy'),
  };
}
