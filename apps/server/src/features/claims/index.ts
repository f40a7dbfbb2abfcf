import type { HandlerTable } from '../../http/handler.ts';
import { queryClaimDetail, queryClaims, queryLiSuan } from './claim-calls.ts';
import type { ClaimDependencies } from './claims-deps.ts';
import { confirmClaimPerson, queryClaimPeople } from './people.ts';
import { requestRecheck, withdrawRecheck } from './recheck-calls.ts';

export { claimsOfPerson, personOfCase } from './case-store.ts';
export { checkAllClaims, checkClaim } from './check-claims.ts';
export {
  type ClaimViewerMark,
  forgetViewer,
  knownClaimants,
  type ViewerPlace,
  viewersFrom,
} from './claim-viewers.ts';
export type { ClaimBooksDependencies, ClaimDependencies, PolicyOfPerson } from './claims-deps.ts';
export {
  type ClaimFile,
  claimFileById,
  claimFileProblems,
  claimProblemsFile,
  LARGEST_FILE_BYTES,
  newestClaimFiles,
  storeClaimFile,
} from './files/file-store.ts';
export { importDueClaimFile } from './files/import-file.ts';
export { beginClaimFile, CLAIM_LINES, claimLineReader, isKnownClaimFile, takeClaimLines } from './files/take-lines.ts';
export { claimMark, UNLIKE as UNLIKE_CLAIM, weighClaimLines } from './files/write-claims.ts';
export { type ClaimPlace, type ClaimsOfYear, claimsEndedOn, claimsFrom, forgetClaims } from './forget-claims.ts';
export { openClaimsAmong, openClaimsOf } from './open-claims.ts';
export { SAID_SEAL as CLAIM_VIEWER_SEAL, type SaidPerson as ClaimViewer } from './people.ts';
export {
  answerClaimRecheck,
  tellClaimRechecks,
  wholeClaimRecheck,
} from './recheck-review.ts';
export { openRuleBook, publishedRules, publishRules, rulesProblems } from './rule-store.ts';
export { workOut } from './work-out.ts';

/** The calls of this topic, by name. */
export function claimHandlers(deps: ClaimDependencies) {
  return {
    queryClaimPeople: queryClaimPeople(deps),
    confirmClaimPerson: confirmClaimPerson(deps),
    queryClaims: queryClaims(deps),
    queryClaimDetail: queryClaimDetail(deps),
    queryLiSuan: queryLiSuan(deps),
    requestRecheck: requestRecheck(deps),
    withdrawRecheck: withdrawRecheck(deps),
  } satisfies HandlerTable;
}
