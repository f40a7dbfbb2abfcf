import type { BeijingDay } from '../date/index.ts';
import { ageYearsAt, ageYearsOnDay } from '../person/index.ts';
import { isInsurableRegion } from '../region/index.ts';
import { OTHER_RELATIONSHIP, type RelationshipCode, SELF } from './relationship.ts';

/** Below this age a guardian agrees as well (personal information law, article 31). */
const GUARDIAN_CONSENT_BELOW_YEARS = 14;
/** Younger than this nobody is married, whatever the law of the place. */
const MARRIED_FROM_YEARS = 16;
/** Whose parent is a minor is no adult, and payers are adults. */
const PARENT_FROM_YEARS = 18;
const USUAL_GAP_YEARS = 14;
const WIDE_GAP_YEARS = 60;

export interface RelationshipDoubt {
  /** impossible: refused; doubtful: said, and saved all the same (step-parents, adoption). */
  kind: 'impossible' | 'doubtful';
  message: string;
}

/** Whether a guardian has to agree that this person's data is given. Whoever keeps themselves is of age, or refused. */
export function needsGuardianConsent(
  relationship: RelationshipCode | '',
  birthDate: BeijingDay,
  nowMs: number,
): boolean {
  return relationship !== SELF && ageYearsAt(birthDate, nowMs) < GUARDIAN_CONSENT_BELOW_YEARS;
}

/**
 * Whether a relation fits the dates of birth. The payer's is null while it is not known; then only what cannot be at all
 * is found.
 */
export function relationshipDoubt(
  relationship: RelationshipCode,
  birthDate: BeijingDay,
  payerBirthDate: BeijingDay | null,
  nowMs: number,
): RelationshipDoubt | null {
  const age = ageYearsAt(birthDate, nowMs);
  if (relationship === '01' && age < MARRIED_FROM_YEARS) {
    return { kind: 'impossible', message: `这个人 ${Math.max(0, age)} 岁，不会是您的配偶。请核对关系和证件` };
  }
  if (relationship === '02' && age < PARENT_FROM_YEARS) {
    return { kind: 'impossible', message: `这个人 ${Math.max(0, age)} 岁，不会是您的父母。请核对关系和证件` };
  }
  if (payerBirthDate === null) return null;
  if (relationship === '02') return gapDoubt(birthDate, payerBirthDate, ['这位父母', '您']);
  return relationship === '03' ? gapDoubt(payerBirthDate, birthDate, ['您', '这个孩子']) : null;
}

function gapDoubt(
  elder: BeijingDay,
  younger: BeijingDay,
  [elderName, youngerName]: readonly [string, string],
): RelationshipDoubt | null {
  if (elder >= younger) {
    return { kind: 'doubtful', message: `${elderName}的出生日期不比${youngerName}早，请核对关系和证件。没有错就继续` };
  }
  const gap = ageYearsOnDay(elder, younger);
  if (gap >= USUAL_GAP_YEARS && gap <= WIDE_GAP_YEARS) return null;
  return { kind: 'doubtful', message: `${elderName}比${youngerName}大 ${gap} 岁，请核对关系和证件。没有错就继续` };
}

/** What a kept person still lacks before they can be insured. */
export type MissingDetail = 'phone' | 'guardian-consent' | 'relationship-note' | 'region';

export interface KeptDetails {
  relationship: RelationshipCode;
  relationshipNote: string | null;
  birthDate: BeijingDay;
  phone: string | null;
  regionCode: string;
  guardianConsent: boolean;
}

/** In the order of the form; empty when nothing is missing. */
export function missingDetails(person: KeptDetails, nowMs: number): MissingDetail[] {
  const missing: MissingDetail[] = [];
  if (person.relationship === OTHER_RELATIONSHIP && !person.relationshipNote) missing.push('relationship-note');
  if (person.relationship === SELF && person.phone === null) missing.push('phone');
  if (!isInsurableRegion(person.regionCode)) missing.push('region');
  if (!person.guardianConsent && needsGuardianConsent(person.relationship, person.birthDate, nowMs))
    missing.push('guardian-consent');
  return missing;
}
