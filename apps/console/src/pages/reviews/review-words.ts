import type { ReviewQueue, ReviewVerdictName } from '@huimin/contract/console';
import type { Inputs } from '../../api/client.ts';

export const QUEUES: readonly { readonly key: ReviewQueue; readonly label: string }[] = [
  { key: 'recheck', label: '理算复核' },
  { key: 'drug', label: '特药申请' },
  { key: 'appeal', label: '既往症复核' },
];

export const STAGES: readonly {
  readonly key: NonNullable<Inputs['listReviews']['stage']>;
  readonly label: string;
  readonly of: readonly ReviewQueue[];
}[] = [
  { key: 'open', label: '待审', of: ['recheck', 'drug', 'appeal'] },
  { key: 'collect', label: '待取药', of: ['drug'] },
  { key: 'theirs', label: '等本人补材料', of: ['drug', 'appeal'] },
  { key: 'done', label: '已有结果', of: ['recheck', 'drug', 'appeal'] },
];

export interface VerdictWords {
  /** On the button. */
  readonly label: string;
  /** What the text of it is called, and who reads it. */
  readonly answer: string;
  readonly lead: string;
}

/** What each result is called on the page, and what happens by it. */
export const VERDICT_WORDS: Readonly<Record<ReviewVerdictName, VerdictWords>> = {
  upheld: { label: '复核无误', answer: '给本人的答复', lead: '本人在理算结果里看到这段话，并收到一条短信。不写诊断。' },
  corrected: {
    label: '需要更正',
    answer: '给本人的答复',
    lead: '另一个人复核后本人才看到这段话。金额以保险公司下一份结算文件为准。不写诊断。',
  },
  approve: {
    label: '通过',
    answer: '说明',
    lead: '另一个人复核后生效，本人收到短信，就能选药房。说明只给复核的人看。',
  },
  refuse: { label: '不通过', answer: '给本人的原因', lead: '马上生效，本人看到这段话。不写病名。' },
  'ask-papers': { label: '要补材料', answer: '缺什么材料，要一次写全', lead: '马上生效，本人看到这段话，可以补交。' },
  collected: { label: '登记取药', answer: '说明', lead: '按药房的单据登记；另一个人复核后记入起付线和限额。' },
  confirm: { label: '维持原结果', answer: '给本人的说明', lead: '马上生效，本人看到这段话。不写病名。' },
  correct: { label: '更正', answer: '给本人的说明', lead: '另一个人复核后，本人的结果才改。不写病名。' },
};
