import type { MemberDetailsValue } from '@huimin/contract';
import { beijingDate, parseDate } from '@huimin/domain/date';
import { needsGuardianConsent, OTHER_RELATIONSHIP, relationshipDoubt } from '@huimin/domain/order';
import {
  birthPaperProblem,
  canonicalIdNumber,
  checkIdNumber,
  checkIdPaper,
  checkName,
  checkPhone,
  IDENTITY_CARD,
  typedBirthDateProblem,
} from '@huimin/domain/person';
import { currentRegionCode, isInsurableRegion } from '@huimin/domain/region';
import type { InputProblem } from '../../http/handler.ts';
import type { BlindIndex } from '../../security/vault.ts';
import type { PersonDetails, RelationshipCode } from './person-details.ts';

export interface CheckedMember {
  readonly details: PersonDetails;
  readonly relationship: RelationshipCode;
  readonly regionCode: string;
}

export type MemberCheck =
  | { readonly ok: true; readonly member: CheckedMember }
  | { readonly ok: false; readonly problems: readonly InputProblem[] };

/**
 * Checks what was typed about a person by the rules of the form and brings it into the stored form. Identity cards say
 * sex and birth date themselves, whatever was typed; other papers need both. Every problem is named, in form order.
 */
export function checkMember(input: MemberDetailsValue, nowMs: number): MemberCheck {
  const problems: InputProblem[] = [];
  const refuse = (path: string, message: string): void => void problems.push({ path, message });

  const note = (input.relationshipNote ?? '').trim();
  if (input.relationship === OTHER_RELATIONSHIP && note === '') {
    refuse('relationshipNote', '请写明是什么关系，例如祖父母、兄弟姐妹');
  }
  const name = checkName(input.idType, input.name);
  if (!name.ok) refuse('name', name.message);
  const paper = checkIdPaper(input.idType, input.idNumber, { todayBeijing: beijingDate(nowMs) });
  if (!paper.ok) refuse(paper.reason === 'type' ? 'idType' : 'idNumber', paper.message);
  const birth = birthOf(input, nowMs, refuse);
  // About a wrong number or date nothing more is said.
  if (birth && paper.ok && birth.birthDate <= beijingDate(nowMs)) checkAge(input, birth.birthDate, nowMs, refuse);
  const phone = input.phone === undefined ? null : checkPhone(input.phone);
  if (phone && !phone.ok) refuse('phone', phone.message);
  if (!isInsurableRegion(input.regionCode)) refuse('regionCode', '请从列表里选择医保所在地');

  if (problems.length > 0 || !name.ok || !paper.ok || !birth || (phone && !phone.ok)) return { ok: false, problems };
  return {
    ok: true,
    member: {
      relationship: input.relationship as RelationshipCode,
      regionCode: currentRegionCode(input.regionCode),
      details: {
        name: name.normalized,
        idType: input.idType,
        idNumber: paper.normalized,
        phone: phone ? phone.normalized : null,
        ...birth,
        ...(input.medicalType ? { medicalType: input.medicalType } : {}),
        relationshipNote: input.relationship === OTHER_RELATIONSHIP ? note : null,
        ...(needsGuardianConsent(input.relationship, birth.birthDate, nowMs) ? { guardianConsent: true as const } : {}),
      },
    },
  };
}

/** What the age has to say about the paper, the relation and who has to agree. */
function checkAge(
  input: MemberDetailsValue,
  birthDate: string,
  nowMs: number,
  refuse: (path: string, message: string) => void,
): void {
  const paperProblem = birthPaperProblem(input.idType, birthDate, nowMs);
  if (paperProblem) refuse('idType', paperProblem);
  // What is only doubtful was said on the form and is taken.
  const doubt = relationshipDoubt(input.relationship as RelationshipCode, birthDate, null, nowMs);
  if (doubt?.kind === 'impossible') refuse('relationship', doubt.message);
  if (needsGuardianConsent(input.relationship, birthDate, nowMs) && !input.guardianConsent) {
    refuse('guardianConsent', '14 岁以下的孩子，请先取得监护人的同意并勾选，再保存');
  }
}

function birthOf(
  input: MemberDetailsValue,
  nowMs: number,
  refuse: (path: string, message: string) => void,
): Pick<PersonDetails, 'sex' | 'birthDate'> | null {
  if (input.idType === IDENTITY_CARD) {
    const card = checkIdNumber(input.idNumber);
    return card.ok ? { sex: card.sex, birthDate: card.birthDate } : null;
  }
  const wrong = typedBirthDateProblem(input.birthDate ?? '', nowMs);
  if (wrong !== null) refuse('birthDate', wrong);
  const birthMs = parseDate(input.birthDate ?? '');
  if (input.sex === undefined) refuse('sex', '请选择性别');
  return birthMs === null || input.sex === undefined ? null : { sex: input.sex, birthDate: beijingDate(birthMs) };
}

/** One index per person: the old 15-digit number and the 18-digit one that replaced it are the same. */
export function personIndex(index: BlindIndex, idType: string, idNumber: string): Buffer {
  return index.person(idType, idType === IDENTITY_CARD ? canonicalIdNumber(idNumber) : idNumber);
}
