import type { MemberViewValue } from '@huimin/contract';
import { missingDetails } from '@huimin/domain/order';
import { isAdultAt, maskMiddle, maskPhone } from '@huimin/domain/person';
import { regionDisplayText } from '@huimin/domain/region';
import type { SessionUser } from '../../http/handler.ts';
import { freeAbandonedClaims } from './abandoned-claims.ts';
import type { InsuredDependencies } from './insured-deps.ts';
import { type ClaimRow, liveClaims, type MemberRow } from './member-store.ts';
import type { PersonDetails, StoredMember } from './person-details.ts';

/** `memberNo` where the caller has it, since it came with the request. */
export function openMember(
  deps: Pick<InsuredDependencies, 'vault' | 'numbers'>,
  row: MemberRow,
  memberNo: string = deps.numbers.memberNo(row.id),
): StoredMember {
  return {
    memberNo,
    id: row.id,
    personIndex: row.personIndex,
    details: deps.vault.openJson<PersonDetails>('member', row.detailsSealed),
    relationship: row.relationship,
    regionCode: row.regionCode,
  };
}

/** People as their keeper sees them, with their state for an edition. Numbers are masked. */
export async function memberViews(
  deps: InsuredDependencies,
  user: SessionUser,
  rows: readonly MemberRow[],
  editionCode: string | null,
): Promise<MemberViewValue[]> {
  const nowMs = deps.clock.now();
  const indexes = rows.map((row) => row.personIndex);
  const states = await memberStates(deps, user, indexes, editionCode);
  return rows.map((row, index) => {
    const { details, ...member } = openMember(deps, row);
    return {
      memberId: member.memberNo,
      relationship: member.relationship,
      relationshipNote: details.relationshipNote,
      name: details.name,
      idType: details.idType,
      idNumberMasked: maskMiddle(details.idNumber),
      phoneMasked: details.phone ? maskPhone(details.phone) : null,
      sex: details.sex,
      birthDate: details.birthDate,
      adult: isAdultAt(details.birthDate, nowMs),
      regionCode: member.regionCode,
      regionText: regionDisplayText(member.regionCode) ?? member.regionCode,
      medicalType: details.medicalType ?? null,
      missing: missingDetails({ ...details, ...member, guardianConsent: details.guardianConsent === true }, nowMs),
      state: states[index] ?? 'insurable',
    };
  });
}

/** The state of each person for an edition, in the order asked. */
export async function memberStates(
  deps: InsuredDependencies,
  user: SessionUser,
  personIndexes: readonly Buffer[],
  editionCode: string | null,
): Promise<MemberViewValue['state'][]> {
  const claims = editionCode ? await claimsOf(deps, user, editionCode, personIndexes) : [];
  return personIndexes.map((personIndex) =>
    stateOf(
      claims.find((claim) => claim.personIndex.equals(personIndex)),
      user,
    ),
  );
}

async function claimsOf(
  deps: InsuredDependencies,
  user: SessionUser,
  editionCode: string,
  personIndexes: readonly Buffer[],
): Promise<ClaimRow[]> {
  const { query } = deps.database;
  const nowMs = deps.clock.now();
  const claims = await liveClaims(query, editionCode, personIndexes, nowMs);
  const waiting = claims.filter((claim) => stateOf(claim, user) === 'waiting-payment');
  if (waiting.length === 0) return claims;
  const waitingFor = waiting.map((claim) => claim.personIndex);
  const freed = await freeAbandonedClaims(query, editionCode, waitingFor, nowMs);
  return claims.filter((claim) => !freed.some((index) => index.equals(claim.personIndex)));
}

/** Somebody else's unpaid order is not told here: it may never be paid, and it is none of this user's business. */
function stateOf(claim: ClaimRow | undefined, user: SessionUser): MemberViewValue['state'] {
  if (!claim) return 'insurable';
  if (claim.expiresAtMs === Number.POSITIVE_INFINITY) return 'insured';
  return claim.userId === user.id ? 'waiting-payment' : 'insurable';
}
