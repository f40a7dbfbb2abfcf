import { normalizeIdNumber } from '@huimin/domain/person';

/** An identity card's number or a mobile phone's: it is looked for where no address holds it. */
export const isPersonalNumber = (text: string): boolean =>
  /^(\d{15}|\d{17}[\dX]|1\d{10})$/.test(normalizeIdNumber(text));
