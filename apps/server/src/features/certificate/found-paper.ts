import type { Drawing } from '../../papers/index.ts';

export type PaperName = 'policy' | 'voucher' | 'money' | 'endorsement';

/** One paper as it stands. */
export interface FoundPaper {
  readonly paper: PaperName;
  /** What a link to it carries: the order's id with the position, or of an endorsement the change's. */
  readonly id: bigint;
  readonly position: number | null;
  readonly policyNo: string | null;
  readonly changeNo: string | null;
  readonly title: string;
  readonly insuredName: string | null;
  readonly state: 'making' | 'ready' | 'void';
  readonly voided: { readonly at: string; readonly reason: string } | null;
  readonly fileName: string;
  /** Made only where it is wanted. Throws while the paper is being made. */
  drawing(): Drawing;
}

export const PAPER_TITLES: Record<PaperName, string> = {
  policy: '电子保单',
  voucher: '保险费付款凭证',
  money: '付款和退款记录',
  endorsement: '保险批单',
};
