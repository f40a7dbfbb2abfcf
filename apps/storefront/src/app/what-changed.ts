import type { ProductInfoValue } from '@huimin/contract';
import { formatYuan } from '@huimin/domain/money';

/** What somebody has seen of the product, as far as it matters whether it is still so. */
export interface SeenProduct {
  readonly editionCode: string;
  readonly plans: readonly { readonly code: string; readonly premiumFen: number }[];
  /** What it pays, as text to compare. */
  readonly benefits: string;
  readonly documents: readonly { readonly key: string; readonly title: string; readonly version: number }[];
}

export interface ProductChange {
  readonly text: string;
  readonly isSame: boolean;
}

export function seenOf({ editionCode, plans, benefits, documents }: ProductInfoValue): SeenProduct {
  return {
    editionCode,
    plans: plans.map(({ code, premiumFen }) => ({ code, premiumFen })),
    benefits: JSON.stringify(benefits),
    documents: documents.map(({ key, title, version }) => ({ key, title, version })),
  };
}

/** What is no longer as it was seen, and that the price and the benefits are; nothing of another edition. */
export function whatChanged(seen: SeenProduct, now: SeenProduct): ProductChange[] {
  if (seen.editionCode !== now.editionCode) return [];
  const prices = ({ plans }: SeenProduct) => plans.map(({ premiumFen }) => `${yuan(premiumFen)}\u00a0元`).join('、');
  const samePrice = prices(seen) === prices(now);
  const sameBenefits = seen.benefits === now.benefits;
  const newer = now.documents.filter(
    ({ key, version }) => seen.documents.find((one) => one.key === key)?.version !== version,
  );
  return [
    {
      isSame: samePrice,
      text: samePrice ? `价格没有变，${prices(now)}` : `价格原来是 ${prices(seen)}，现在是 ${prices(now)}`,
    },
    { isSame: sameBenefits, text: sameBenefits ? '保障内容没有变' : '保障内容有变，请在首页看新的' },
    ...newer.map(({ title }) => ({ isSame: false, text: `《${title}》有新版，参保前要重新读一遍` })),
  ];
}

const yuan = (fen: number): string => formatYuan(fen).replace(/\.00$/, '');
