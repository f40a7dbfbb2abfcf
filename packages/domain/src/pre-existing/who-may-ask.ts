import { ageYearsAt, isAdultAt } from '../person/index.ts';

/** As whom somebody asks: about oneself, or as guardian of a minor. */
export type AskBasis = 'self' | 'guardian';

export interface AskedAbout {
  readonly relationship: string;
  readonly idType: string;
  /** `YYYY-MM-DD` */
  readonly birthDate: string;
}

export type AskRefusal = 'adult' | 'not-a-child' | 'paper';

const ID_CARD = '01';
const CHILD = '03';

/**
 * Whether a kept person may be asked about by who keeps them: own minor children. Another adult's label is shown to
 * nobody but that adult, whoever pays for them.
 */
export function mayAskAbout(person: AskedAbout, nowMs: number): 'guardian' | AskRefusal {
  if (isAdultAt(person.birthDate, nowMs)) return 'adult';
  if (person.relationship !== CHILD) return 'not-a-child';
  return person.idType === ID_CARD ? 'guardian' : 'paper';
}

/** From this age on somebody may agree to a question about their own health themselves. */
const OWN_CONSENT_FROM_YEARS = 14;

/** Whether somebody may agree for themselves. */
export function mayAskForOneself(birthDate: string, nowMs: number): boolean {
  return ageYearsAt(birthDate, nowMs) >= OWN_CONSENT_FROM_YEARS;
}

/** How many different people may ask about one minor within a year. */
export const GUARDIANS_OF_A_MINOR = 2;

/** How somebody has shown who they are. */
export type StandingKind = 'face' | 'carrier';

const MINUTE_MS = 60_000;

/**
 * How long it holds. The carrier's word binds the phone of the account to the person, so that whoever logs in by it is
 * that person; a face shows who holds the phone now, and nothing of who will hold it later.
 */
export const STANDING_RULES: Readonly<
  Record<StandingKind, { readonly lifeMs: number; readonly thisSession: boolean }>
> = {
  carrier: { lifeMs: 30 * 24 * 60 * MINUTE_MS, thisSession: false },
  face: { lifeMs: 30 * MINUTE_MS, thisSession: true },
};
