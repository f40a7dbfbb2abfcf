export { ADULT_AGE_YEARS, ageYearsAt, ageYearsOnDay, isAdultAt } from './age.ts';
export {
  type CreditCodeCheck,
  type CreditCodeFault,
  checkCreditCode,
  creditCodeCheckCharacter,
} from './credit-code.ts';
export {
  birthDateFromIdNumber,
  canonicalIdNumber,
  checkIdNumber,
  formatIdNumberGroups,
  type IdNumberCheck,
  type IdNumberFault,
  type IdNumberFeedback,
  type IdNumberOptions,
  idNumberCheckCharacter,
  idNumberFeedback,
  normalizeIdNumber,
  type Sex,
  sexFromIdNumber,
} from './id-number.ts';
export {
  birthPaperProblem,
  COMPANY_PAPER,
  cardTypeOf,
  checkIdPaper,
  checkName,
  filterName,
  ID_TYPES,
  IDENTITY_CARD,
  type IdPaperCheck,
  type IdType,
  type IdTypeCode,
  identityKey,
  idTypeOf,
  MILITARY_PAPER,
  type NameCheck,
  nameRuleText,
} from './id-types.ts';
export { DESTROYED_NAME, differingPlaces, maskMiddle, maskName, maskPhone } from './mask.ts';
export { MEDICAL_TYPES, type MedicalTypeCode, medicalTypeOf } from './medical-type.ts';
export {
  type FilteredName,
  filterChineseName,
  filterEitherName,
  filterLatinName,
  type NameFilterOptions,
  spokenName,
} from './name.ts';
export { checkPhone, formatPhone344, normalizePhone, type PhoneCheck, type PhoneFault } from './phone.ts';
export { typedBirthDateProblem } from './typed-birth-date.ts';
