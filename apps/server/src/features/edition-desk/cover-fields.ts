import type { EditionFieldsValue } from '@huimin/contract/console';
import { coversOf } from '@huimin/domain/edition-desk';
import type { EditionDocument } from '../configuration/index.ts';

type Benefit = EditionDocument['benefits'][number];
type BenefitFields = EditionFieldsValue['covers'][number][number];
type CoverFields = Pick<EditionFieldsValue, 'planNames' | 'planAdds' | 'covers'>;

/** What the plans are called and cover, as the desk changes it. */
export function coverFields(document: EditionDocument): CoverFields {
  return {
    planNames: document.plans.map(({ name }) => name),
    planAdds: document.plans.map(({ adds = [] }) => [...adds]),
    covers: coversOf(document).map(({ benefits }) => benefits.map(benefitFields)),
  };
}

function benefitFields(benefit: Benefit): BenefitFields {
  return {
    name: benefit.name,
    scope: benefit.scope,
    deductibleYuan: Math.floor(benefit.deductibleFen / 100),
    ratioPercent: benefit.ratioPercent,
    preExistingRatioPercent: benefit.preExistingRatioPercent ?? null,
    limitYuan: Math.floor(benefit.limitFen / 100),
    itemCount: benefit.itemCount ?? null,
  };
}

/** An edition's plans, benefits and worked example with what was changed of them. */
export function withCover(
  document: EditionDocument,
  { planNames, planAdds, covers }: Partial<CoverFields>,
): Pick<EditionDocument, 'plans' | 'benefits' | 'example'> {
  const current = coversOf(document);
  const benefitsFor = (of: string, former: readonly Benefit[]) => {
    const typed = covers?.[current.findIndex((one) => one.of === of)];
    return former.map((benefit, at) => withBenefit(benefit, typed?.[at]));
  };
  const plans = document.plans.map((plan, at) => ({
    ...plan,
    name: planNames?.[at] ?? plan.name,
    ...(planAdds?.[at] ? { adds: planAdds[at].filter((line) => line.trim() !== '') } : {}),
    ...(plan.benefits ? { benefits: benefitsFor(plan.code, plan.benefits) } : {}),
  }));
  const benefits = benefitsFor('', document.benefits);
  return { plans, benefits, example: exampleFor(document, benefits) };
}

function withBenefit(former: Benefit, typed: BenefitFields | undefined): Benefit {
  if (!typed) return former;
  const { preExistingRatioPercent: _, itemCount: __, ...rest } = former;
  const { preExistingRatioPercent: pre, itemCount } = typed;
  return {
    ...rest,
    ...{ name: typed.name, scope: typed.scope, ratioPercent: typed.ratioPercent },
    deductibleFen: typed.deductibleYuan * 100,
    limitFen: typed.limitYuan * 100,
    ...(pre === null ? {} : { preExistingRatioPercent: pre }),
    ...(itemCount === null ? {} : { itemCount }),
  };
}

/** The worked example is of the first benefit: with other figures another sum is paid. */
export function exampleFor(
  { example, benefits: before }: Pick<EditionDocument, 'example' | 'benefits'>,
  benefits: readonly Benefit[],
): EditionDocument['example'] {
  const [former, now] = [before[0], benefits[0]];
  if (!former || !now || (former.deductibleFen === now.deductibleFen && former.ratioPercent === now.ratioPercent)) {
    return example;
  }
  const { deductibleFen, ratioPercent, limitFen } = now;
  const over = Math.max(example.selfPaidFen - deductibleFen, 0);
  const payableFen = Math.min(Math.floor((over * ratioPercent) / 100), limitFen);
  return { ...example, deductibleFen, ratioPercent, payableFen };
}
