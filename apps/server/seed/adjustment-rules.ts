import type { CategoryRule, CostCategory, RuleSet } from '@huimin/domain/adjustment';
import { benefitsOf } from '@huimin/domain/product';
import type { EditionDocument } from '../src/features/configuration/index.ts';

const CATEGORIES: readonly { category: CostCategory; shortName: string; label: string; everyday: string }[] = [
  { category: 'in-scope', shortName: '目录内', label: '目录内自付', everyday: '医保能报的，自己付的部分' },
  { category: 'out-of-scope', shortName: '目录外', label: '目录外住院费', everyday: '医保不报的住院费' },
  { category: 'special-drug', shortName: '特药', label: '特定高额药品', everyday: '特别贵的药' },
];

/** The first version of an edition's rules: its benefits, and half of each ratio for a pre-existing condition. */
export function firstRules(edition: EditionDocument): RuleSet {
  return {
    editionCode: edition.editionCode,
    version: 1,
    label: `${edition.editionYear} 版第 1 次发布`,
    plans: edition.plans.map((plan) => {
      const benefits = benefitsOf(edition, plan);
      return {
        code: plan.code,
        categories: CATEGORIES.map(({ category, shortName, label, everyday }): CategoryRule => {
          const benefit = benefits.find((one) => one.shortName === shortName);
          if (!benefit) throw new Error(`${edition.editionCode} has no benefit ${shortName}`);
          const normal = benefit.ratioPercent * 100;
          const preExisting = (benefit.preExistingRatioPercent ?? benefit.ratioPercent / 2) * 100;
          return {
            ...{ category, label, everyday, deductibleFen: benefit.deductibleFen, limitFen: benefit.limitFen },
            ratio: { normal, 'pre-existing': preExisting },
          };
        }),
      };
    }),
    rounding: { mode: 'half-up', per: 'year' },
  };
}
