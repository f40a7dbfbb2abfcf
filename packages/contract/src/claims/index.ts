export { confirmClaimPerson } from './confirm-claim-person.ts';
export { queryClaimDetail } from './query-claim-detail.ts';
export { queryClaimPeople } from './query-claim-people.ts';
export { queryClaims } from './query-claims.ts';
export { queryLiSuan } from './query-li-suan.ts';
export { requestRecheck } from './request-recheck.ts';
export { withdrawRecheck } from './withdraw-recheck.ts';
