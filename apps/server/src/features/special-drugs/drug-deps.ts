import type { Pharmacy, SpecialDrug } from '@huimin/domain/special-drugs';
import type { RateLimiter } from '../../coordination/rate-limit.ts';
import type { Core } from '../../core.ts';
import type { EditionStore } from '../configuration/index.ts';

export interface DrugDependencies extends Core {
  readonly editions: EditionStore;
  readonly limiter: RateLimiter;
  /** A template for such messages is registered. */
  readonly tellsNews: boolean;
}

/** What an application is about, as it was when it was handed in; sealed. */
export interface DrugCase {
  readonly drug: SpecialDrug;
  readonly listVersion: number;
  readonly name: string;
  readonly idType: string;
  readonly idNumber: string;
  /** Of the account, for news. */
  readonly phone: string;
  /** Numbers of files by what they are. */
  readonly papers: Readonly<Record<string, readonly string[]>>;
}

/** What a pharmacist said; sealed. */
export interface DrugAnswer {
  readonly note: string | null;
  readonly preExisting: boolean;
}

/** Where the drug is taken; sealed. */
export interface DrugPlace {
  readonly way: 'collect' | 'deliver';
  readonly pharmacy: Pharmacy;
  readonly recipient: { readonly name: string; readonly phone: string; readonly address: string } | null;
}

export const CASE_SEAL = 'drug-case';
export const ANSWER_SEAL = 'drug-answer';
export const PLACE_SEAL = 'drug-place';
