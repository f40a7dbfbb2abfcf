import { type RuleSet, rulesOfCover } from '@huimin/domain/adjustment';
import { benefitsOf } from '@huimin/domain/product';
import type { EditionDocument } from '../src/features/configuration/index.ts';

/** The first version of an edition's rules: its benefits, and half of each ratio for a pre-existing condition. */
export function firstRules(edition: EditionDocument): RuleSet {
  return {
    editionCode: edition.editionCode,
    version: 1,
    label: `${edition.editionYear} 版第 1 次发布`,
    plans: edition.plans.map((plan) => {
      const categories = rulesOfCover(benefitsOf(edition, plan));
      if (!categories) throw new Error(`${edition.editionCode} lacks a benefit that its rules are made of`);
      return { code: plan.code, categories };
    }),
    rounding: { mode: 'half-up', per: 'year' },
  };
}
