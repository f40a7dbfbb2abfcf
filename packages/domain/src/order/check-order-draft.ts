import { type BeijingDay, beijingDate, parseDate } from '../date/index.ts';
import {
  checkIdPaper,
  checkName,
  checkPhone,
  IDENTITY_CARD,
  type IdPaperCheck,
  identityKey,
  isAdultAt,
  typedBirthDateProblem,
} from '../person/index.ts';
import { isInsurableRegion } from '../region/index.ts';
import { isRelationshipCode, SELF } from './relationship.ts';

export interface DraftPerson {
  name: string;
  /** Code of the dictionary id_type. */
  idType: string;
  idNumber: string;
  /** `YYYY-MM-DD`; needed for papers other than the identity card, ignored for that. */
  birthDate?: string;
  sex?: string;
  phone?: string;
}

export interface DraftInsured extends DraftPerson {
  relationship: string;
  /** Place of the basic medical insurance. */
  regionCode: string;
}

export interface OrderDraft {
  payer: DraftPerson;
  insured: readonly DraftInsured[];
}

export type DraftFault =
  | 'name'
  | 'id-number'
  | 'birth-date'
  | 'sex'
  | 'phone'
  | 'minor-payer'
  | 'nobody'
  | 'too-many'
  | 'relationship'
  | 'self-differs'
  | 'self-expected'
  | 'region'
  | 'duplicate';

export interface DraftProblem {
  /** Where it is: `payer.idNumber`, `insured.0.regionCode`, `insured`. */
  path: string;
  reason: DraftFault;
  /** What is wrong and how to put it right, in Chinese. */
  message: string;
}

export interface OrderDraftRules {
  nowMs: number;
  /** Most people in one order; 10 unless the edition says otherwise. */
  maxInsured?: number;
}

export const DEFAULT_MAX_INSURED = 10;

/**
 * Checks who pays and who is insured before an order is saved; server and storefront run the same rule.
 * Returns every problem found, in the order of the form; empty when the draft may be saved. Whether someone is already
 * insured elsewhere is not known here.
 */
export function checkOrderDraft(draft: OrderDraft, rules: OrderDraftRules): DraftProblem[] {
  const todayBeijing = beijingDate(rules.nowMs);
  const read = <Person extends DraftPerson>(person: Person): ReadPerson<Person> => readPerson(person, todayBeijing);
  const payer = read(draft.payer);
  const insured = draft.insured.map(read);
  return [
    ...payerProblems(payer, rules.nowMs),
    ...countProblems(insured.length, rules.maxInsured ?? DEFAULT_MAX_INSURED),
    ...insured.flatMap((_, index) => insuredProblems(insured, index, payer, rules.nowMs)),
  ];
}

/** Somebody whose paper was looked at once, for all the rules that ask about it. */
interface ReadPerson<Person extends DraftPerson = DraftPerson> {
  readonly person: Person;
  readonly paper: IdPaperCheck;
  /** Null where the number is missing or wrong, so that two empty forms are not called the same person. */
  readonly identity: string | null;
}

function readPerson<Person extends DraftPerson>(person: Person, todayBeijing: BeijingDay): ReadPerson<Person> {
  const paper = checkIdPaper(person.idType, person.idNumber, { todayBeijing });
  return { person, paper, identity: paper.ok ? identityKey(person.idType, person.idNumber) : null };
}

function personProblems({ person, paper }: ReadPerson, path: string, nowMs: number): DraftProblem[] {
  const problems: DraftProblem[] = [];
  const name = checkName(person.idType, person.name);
  if (!name.ok) problems.push({ path: `${path}.name`, reason: 'name', message: name.message });
  if (!paper.ok) {
    const field = paper.reason === 'type' ? 'idType' : 'idNumber';
    problems.push({ path: `${path}.${field}`, reason: 'id-number', message: paper.message });
  }
  if (person.idType !== IDENTITY_CARD) problems.push(...typedBirthProblems(person, path, nowMs));
  return problems;
}

/** Papers that do not carry birth date and sex in their number need both typed. */
function typedBirthProblems(person: DraftPerson, path: string, nowMs: number): DraftProblem[] {
  const problems: DraftProblem[] = [];
  const message = typedBirthDateProblem(person.birthDate ?? '', nowMs);
  if (message !== null) problems.push({ path: `${path}.birthDate`, reason: 'birth-date', message });
  if (person.sex !== 'm' && person.sex !== 'f') {
    problems.push({ path: `${path}.sex`, reason: 'sex', message: '请选择性别' });
  }
  return problems;
}

function birthDateOf({ person, paper }: ReadPerson): BeijingDay | null {
  if (person.idType === IDENTITY_CARD) return paper.ok ? (paper.birthDate ?? null) : null;
  const birthMs = parseDate(person.birthDate ?? '');
  return birthMs === null ? null : beijingDate(birthMs);
}

function payerProblems(payer: ReadPerson, nowMs: number): DraftProblem[] {
  const problems = personProblems(payer, 'payer', nowMs);
  const birthDate = birthDateOf(payer);
  if (birthDate !== null && !isAdultAt(birthDate, nowMs)) {
    problems.push({ path: 'payer.idNumber', reason: 'minor-payer', message: '缴费人要满 18 周岁，请换一位家长来缴费' });
  }
  const phone = checkPhone(payer.person.phone ?? '');
  if (!phone.ok) problems.push({ path: 'payer.phone', reason: 'phone', message: phone.message });
  return problems;
}

function countProblems(count: number, max: number): DraftProblem[] {
  if (count === 0) return [{ path: 'insured', reason: 'nobody', message: '请至少选择 1 位被保险人' }];
  if (count <= max) return [];
  return [{ path: 'insured', reason: 'too-many', message: `一次最多为 ${max} 人参保，现在是 ${count} 人。请分开下单` }];
}

function insuredProblems(
  all: readonly ReadPerson<DraftInsured>[],
  index: number,
  payer: ReadPerson,
  nowMs: number,
): DraftProblem[] {
  const path = `insured.${index}`;
  const one = all[index] as ReadPerson<DraftInsured>;
  const { person, identity } = one;
  const problems = personProblems(one, path, nowMs);
  if (person.phone) {
    const phone = checkPhone(person.phone);
    if (!phone.ok) problems.push({ path: `${path}.phone`, reason: 'phone', message: phone.message });
  }
  problems.push(...relationshipProblems(one, path, payer));
  if (!isInsurableRegion(person.regionCode)) {
    problems.push({ path: `${path}.regionCode`, reason: 'region', message: '请先选择医保所在地' });
  }
  const earlier = identity === null ? -1 : all.findIndex((other) => other.identity === identity);
  if (earlier >= 0 && earlier < index) {
    const message = `和第 ${earlier + 1} 位被保险人的证件号码相同，留一位就行`;
    problems.push({ path: `${path}.idNumber`, reason: 'duplicate', message });
  }
  return problems;
}

function relationshipProblems(insured: ReadPerson<DraftInsured>, path: string, payer: ReadPerson): DraftProblem[] {
  const { relationship } = insured.person;
  if (!isRelationshipCode(relationship)) {
    return [{ path: `${path}.relationship`, reason: 'relationship', message: '请选择与您的关系' }];
  }
  const samePerson = payer.identity !== null && payer.identity === insured.identity;
  if (relationship === SELF) {
    if (insured.identity === null || payer.identity === null) return [];
    if (samePerson && plainName(insured.person) === plainName(payer.person)) return [];
    const field = samePerson ? 'name' : 'idNumber';
    const message = '关系选了“本人”，姓名和证件要与缴费人一致。请修改，或换一种关系';
    return [{ path: `${path}.${field}`, reason: 'self-differs', message }];
  }
  if (!samePerson) return [];
  const message = '这是缴费人自己的证件，关系请选“本人”';
  return [{ path: `${path}.relationship`, reason: 'self-expected', message }];
}

function plainName(person: DraftPerson): string {
  const name = checkName(person.idType, person.name);
  return (name.ok ? name.normalized : person.name.trim()).toUpperCase();
}
