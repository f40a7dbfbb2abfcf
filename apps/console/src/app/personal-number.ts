import { cardTypeOf, normalizeIdNumber, normalizePhone } from '@huimin/domain/person';

/** An identity card's number as it was copied from a paper or a chat: 320105-19880316-002X. */
export const bareIdNumber = (typed: string): string => normalizeIdNumber(typed).replace(/-/g, '');

const isMobile = (typed: string): boolean => /^1\d{10}$/.test(normalizePhone(typed));

/** An identity card's number or a mobile phone's, however it is written: it is looked for where no address holds it. */
export const isPersonalNumber = (typed: string): boolean =>
  /^(\d{15}|\d{17}[\dX])$/.test(bareIdNumber(typed)) || isMobile(typed);

/** What is said where only numbers of ours are looked for, and what is looked for stands in the address. */
const NOT_IN_ADDRESS = '这里按编号查；证件号和手机号会留在地址里，请不要填';

/**
 * Why a text is not looked for where its address would hold it; null for any other. A number of 18 figures can be a company's: a
 * card's is one by its birth date and its check character.
 */
export function keptOutOfAddress(typed: string): string | null {
  return isMobile(typed) || cardTypeOf(bareIdNumber(typed)) !== null ? NOT_IN_ADDRESS : null;
}
