import { normalizeIdNumber, normalizePhone } from '@huimin/domain/person';

/** An identity card's number as it was copied from a paper or a chat: 320105-19880316-002X. */
export const bareIdNumber = (typed: string): string => normalizeIdNumber(typed).replace(/-/g, '');

/** An identity card's number or a mobile phone's, however it is written: it is looked for where no address holds it. */
export const isPersonalNumber = (typed: string): boolean =>
  /^(\d{15}|\d{17}[\dX])$/.test(bareIdNumber(typed)) || /^1\d{10}$/.test(normalizePhone(typed));
