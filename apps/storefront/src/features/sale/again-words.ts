import { formatDateTime } from '@huimin/domain/date';
import { pauseOfAll, pauseSentence, type SalePause } from '@huimin/domain/product';
import { useNotYetOnSale, useOpenFlow, useProduct, useSaleWindow } from '../../context/index.ts';
import { salePhase } from './sale-words.ts';

/** Why nothing is sold anywhere; null while something is. (The domain's own `whyStandsStill` would lie in the first file.) */
export function whyStopped(pauses: readonly SalePause[] | undefined): string | null {
  const pause = pauseOfAll(pauses);
  return pause && pauseSentence(pause);
}

interface Sale {
  readonly phase: ReturnType<typeof salePhase>;
  readonly flow: ReturnType<typeof useOpenFlow>;
}

/** Whether the order that is not there any more can be put in again; if not, why, and from when on. */
export function againWords(
  product: { readonly insureStart: string; readonly salePauses?: readonly SalePause[] },
  { phase, flow }: Sale,
  kind: 'upgrade' | 'insure',
): { readonly open: boolean; readonly words: string } {
  const what = kind === 'upgrade' ? '升级' : '参保';
  // An upgrade is sold where the sale itself is open.
  const open = kind === 'upgrade' ? flow === 'normal' : flow !== null && flow !== 'mid';
  if (open) return { open, words: `还要${what}的话，请重新提交订单` };
  const stopped = whyStopped(product.salePauses);
  if (phase === 'before')
    return { open, words: `${formatDateTime(product.insureStart)} 开始参保，到时可以重新提交订单` };
  if (phase === 'insureing' && stopped) return { open, words: `${stopped}。恢复后可以重新提交订单` };
  if (flow === 'mid') return { open, words: '参保已截止，符合条件的人可以中途参保' };
  return { open, words: `参保已截止，不能再${what}` };
}

/**
 * The same as the sale stands now, for an order of this kind and year; null of another year's than what is sold now, of
 * which nothing is known here.
 */
export function useAgainWords(): (order: {
  readonly kind?: string | undefined;
  readonly editionYear?: number;
}) => ReturnType<typeof againWords> | null {
  const product = useProduct();
  const sale = { phase: salePhase(useSaleWindow(), useNotYetOnSale()), flow: useOpenFlow() };
  return ({ kind, editionYear = product.editionYear }) =>
    editionYear === product.editionYear ? againWords(product, sale, kind === 'upgrade' ? 'upgrade' : 'insure') : null;
}
