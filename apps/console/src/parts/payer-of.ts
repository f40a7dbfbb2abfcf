import { normalizeIdNumber } from '@huimin/domain/person';

/** Who is looked for by a number as it was typed: a mobile phone's, or else an identity card's. Nobody by an empty one. */
export interface Payer {
  readonly idType?: string;
  readonly idNumber?: string;
  readonly phone?: string;
}

export const NOBODY: Payer = {};

const ID_TYPE = '01';

export function payerOf(typed: string): Payer {
  const text = normalizeIdNumber(typed);
  if (text === '') return NOBODY;
  return /^1\d{10}$/.test(text) ? { phone: text } : { idType: ID_TYPE, idNumber: text };
}
