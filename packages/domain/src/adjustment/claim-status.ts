import { labelMapOf, type StatusTable, statusEntryOf } from '../status/index.ts';

/** Where a claim stands, as its insurer's newest file says. */
export type ClaimStatus =
  | 'accepted'
  | 'papers-asked'
  | 'reviewing'
  | 'calculating'
  | 'to-pay'
  | 'paid'
  | 'refused'
  | 'withdrawn';

export type ClaimEvent =
  | 'PapersAsked'
  | 'PapersComplete'
  | 'ReviewBegun'
  | 'Recognised'
  | 'Agreed'
  | 'Paid'
  | 'PaymentReturned'
  | 'Refused'
  | 'Withdrawn'
  | 'Reopened';

export const CLAIM_STATUS_TABLE: StatusTable<ClaimStatus, ClaimEvent> = {
  title: 'Claim',
  entries: [
    { status: 'accepted', key: 'Accepted', label: '已受理', tone: 'info' },
    { status: 'papers-asked', key: 'PapersAsked', label: '资料待补', tone: 'warn' },
    { status: 'reviewing', key: 'Reviewing', label: '审核中', tone: 'warn' },
    { status: 'calculating', key: 'Calculating', label: '理算中', tone: 'info' },
    { status: 'to-pay', key: 'ToPay', label: '待支付', tone: 'info' },
    { status: 'paid', key: 'Paid', label: '已赔付', tone: 'success' },
    { status: 'refused', key: 'Refused', label: '不予赔付', tone: 'neutral' },
    { status: 'withdrawn', key: 'Withdrawn', label: '已撤案', tone: 'neutral' },
  ],
  initial: ['accepted'],
  terminal: ['withdrawn'],
  rows: [
    ['accepted', 'papers-asked', 'PapersAsked'],
    ['accepted', 'reviewing', 'ReviewBegun'],
    ['papers-asked', 'reviewing', 'PapersComplete'],
    ['reviewing', 'papers-asked', 'PapersAsked'],
    ['reviewing', 'calculating', 'Recognised'],
    ['calculating', 'to-pay', 'Agreed'],
    ['to-pay', 'paid', 'Paid'],
    ['paid', 'to-pay', 'PaymentReturned'],
    ['reviewing', 'refused', 'Refused'],
    ['calculating', 'refused', 'Refused'],
    ['refused', 'reviewing', 'Reopened'],
    ['paid', 'reviewing', 'Reopened'],
    ['accepted', 'withdrawn', 'Withdrawn'],
    ['papers-asked', 'withdrawn', 'Withdrawn'],
    ['reviewing', 'withdrawn', 'Withdrawn'],
  ],
};

export function claimStatusLabel(status: ClaimStatus): string {
  return statusEntryOf(CLAIM_STATUS_TABLE, status)?.label ?? status;
}

const byLabel: ReadonlyMap<string, ClaimStatus> = new Map(
  CLAIM_STATUS_TABLE.entries.map(({ status, label }) => [label, status]),
);
export const CLAIM_STATUS_LABELS: readonly string[] = Object.values(labelMapOf(CLAIM_STATUS_TABLE));

export function claimStatusOf(label: string): ClaimStatus | null {
  return byLabel.get(label) ?? null;
}

/** Whether a later file may say `to` of a claim of which an earlier one said `from`: steps in between may be missing. */
export function mayFollow(from: ClaimStatus, to: ClaimStatus): boolean {
  if (from === to) return true;
  const reached = new Set<ClaimStatus>([from]);
  // A set visits what is added while it is walked.
  for (const status of reached) {
    for (const [rowFrom, rowTo] of CLAIM_STATUS_TABLE.rows) if (rowFrom === status) reached.add(rowTo);
  }
  return reached.has(to);
}

/** Why a claim is not paid. Only these words reach a screen: what a person has is nobody's to read there. */
export const REFUSAL_REASONS = {
  'below-deductible': '未达到免赔额',
  'not-covered': '不属于保障责任',
  'outside-cover': '不在保障期间',
  'already-paid': '已经赔付过',
  'papers-missing': '资料不齐，期限内没有补交',
} as const;
export type RefusalReason = keyof typeof REFUSAL_REASONS;

export function refusalReasonOf(label: string): RefusalReason | null {
  const found = Object.entries(REFUSAL_REASONS).find(([, text]) => text === label);
  return found ? (found[0] as RefusalReason) : null;
}

/** Papers that may be asked for. */
export const CLAIM_PAPERS: readonly string[] = [
  '发票',
  '出院小结',
  '费用清单',
  '医保结算单',
  '身份证件',
  '银行卡',
  '处方',
  '关系证明',
];

/** Whether the costs of a claim count for the year: also those of one that stays below the deductible. */
export function countsForYear(claim: {
  readonly status: ClaimStatus;
  readonly refusal: RefusalReason | null;
}): boolean {
  if (claim.status === 'withdrawn') return false;
  return claim.status !== 'refused' || claim.refusal === 'below-deductible';
}

/** Whether the insurer has said what it pays. */
export function isDecided(status: ClaimStatus): boolean {
  return status === 'to-pay' || status === 'paid' || status === 'refused';
}
