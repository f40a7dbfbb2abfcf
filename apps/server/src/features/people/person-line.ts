import type { PersonLineValue } from '@huimin/contract/console';
import { ageYearsAt, idTypeOf, maskMiddle, maskName, maskPhone } from '@huimin/domain/person';
import { shownPolicyStatus } from '@huimin/domain/policy';
import { regionDisplayText } from '@huimin/domain/region';
import { type PersonPolicyRow, policyFacts } from '../policy-search/index.ts';
import { type KnownPerson, keyOf } from './known-people.ts';
import type { PeopleDependencies } from './people-deps.ts';

const BAND_STARTS = [0, 7, 18, 25, 35, 45, 55, 65, 75] as const;

/** `35 - 44`: an age as far as a list tells it. */
export function ageBand(birthDate: string, nowMs: number): string {
  const age = ageYearsAt(birthDate, nowMs);
  const at = BAND_STARTS.findLastIndex((start) => age >= start);
  const next = BAND_STARTS[at + 1];
  return next === undefined ? `${BAND_STARTS[at]} 及以上` : `${BAND_STARTS[at] ?? 0} - ${next - 1}`;
}

/** A person masked; policies are the newest first. */
export function lineOf(
  deps: PeopleDependencies,
  { index, details, regionCode }: KnownPerson,
  policies: readonly PersonPolicyRow[],
): PersonLineValue {
  const [newest] = policies;
  return {
    person: keyOf(index),
    name: maskName(details.name),
    idType: idTypeOf(details.idType)?.label ?? '证件',
    idNumber: maskMiddle(details.idNumber),
    sex: details.sex === 'm' ? '男' : '女',
    ageBand: ageBand(details.birthDate, deps.clock.now()),
    phone: details.phone === null ? null : maskPhone(details.phone),
    place: regionCode === null ? '' : (regionDisplayText(regionCode) ?? regionCode),
    cover: newest === undefined ? null : coverOf(deps, newest),
  };
}

function coverOf(deps: PeopleDependencies, row: PersonPolicyRow) {
  const { label, tone } = statusOf(deps, row);
  return { label: `${row.edition_year} ${label}`, tone };
}

export function statusOf(deps: PeopleDependencies, row: PersonPolicyRow) {
  return shownPolicyStatus(policyFacts(deps, row).status ?? row.status);
}
