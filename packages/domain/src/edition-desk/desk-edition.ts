import type { Edition, Plan } from '../product/index.ts';

/** An edition as the desk works on it: with the texts that residents see besides. */
export interface DeskEdition extends Edition {
  readonly subtitle: string;
  readonly slogan: string;
  readonly accompanyYears: number;
  readonly automaticReapplicationOffered: boolean;
  readonly luckyDraw?: boolean;
  readonly refundReview?: boolean;
  /** In a draft where one of them is no sum: the premiums as they were typed, by plan. */
  readonly premiumsTyped?: readonly string[];
  /** Only in a draft: plans that were taken out of it, each with what it covers, to be put back. */
  readonly plansRemoved?: readonly Plan[];
}

/** The page's parts, in their order. */
export const EDITION_SECTIONS = [
  'naming',
  'dates',
  'plans',
  'cover',
  'switches',
  'companies',
  'payment',
  'theme',
] as const;
export type EditionSection = (typeof EDITION_SECTIONS)[number];

/** One field that differs. */
export interface EditionDifference {
  readonly path: string;
  readonly section: EditionSection;
  readonly label: string;
  readonly before: string;
  readonly after: string;
  readonly isColour: boolean;
}
