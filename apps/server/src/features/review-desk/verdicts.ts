import type { ReviewQueue, ReviewVerdictName } from '@huimin/contract/console';

interface VerdictRow {
  readonly verdict: ReviewVerdictName;
  readonly text: string;
  /** In this status it may be said. */
  readonly from: string;
  /** It changes money or a label: another person has to look. */
  readonly two: boolean;
}

/** What may become of one, and what of it needs a second person. */
const VERDICTS: Readonly<Record<ReviewQueue, readonly VerdictRow[]>> = {
  recheck: [
    { verdict: 'upheld', text: '复核无误', from: 'asked', two: false },
    { verdict: 'corrected', text: '需要更正', from: 'asked', two: true },
  ],
  drug: [
    { verdict: 'approve', text: '通过', from: 'reviewing', two: true },
    { verdict: 'ask-papers', text: '要补材料', from: 'reviewing', two: false },
    { verdict: 'refuse', text: '不通过', from: 'reviewing', two: false },
    { verdict: 'collected', text: '登记取药', from: 'arranged', two: true },
  ],
  appeal: [
    { verdict: 'confirm', text: '维持原结果', from: 'submitted', two: false },
    { verdict: 'correct', text: '更正', from: 'submitted', two: true },
    { verdict: 'ask-papers', text: '要补材料', from: 'submitted', two: false },
  ],
};

export const verdictsFor = (queue: ReviewQueue, status: string): readonly VerdictRow[] =>
  VERDICTS[queue].filter(({ from }) => from === status);

export const verdictText = (queue: ReviewQueue, verdict: ReviewVerdictName): string =>
  VERDICTS[queue].find((one) => one.verdict === verdict)?.text ?? verdict;
