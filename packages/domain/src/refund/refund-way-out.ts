import type { RefundStatus } from './refund-status.ts';

/** How a refund that its provider could not end comes to its end all the same. */
export type WayOut =
  /** The same refund under a new number. */
  | 'send-again'
  /** A person pays the payer on another way and says so here. */
  | 'by-hand';

interface StuckRule {
  /** What this says about the money. */
  readonly meaning: string;
  /** It is sent again by itself, after these pauses; a person has to act once they are used up. */
  readonly pausesMs: readonly number[];
  readonly ways: readonly WayOut[];
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/**
 * What may be done about a refund that did not come through. Sending again under another number is safe only where the
 * provider says that nothing moved by the old one and nothing will: everything else could pay twice.
 */
export const STUCK_RULES = {
  /** Ended there for good, and no money moved. */
  CLOSED: {
    meaning: '渠道已关闭这笔退款，钱没有动',
    pausesMs: [10 * MINUTE, HOUR, 6 * HOUR],
    ways: ['send-again', 'by-hand'],
  },
  /** Not ended: the provider still holds it for the payer, whose account cannot take it. */
  ABNORMAL: { meaning: '付款账户收不了，钱在渠道，等人处理', pausesMs: [], ways: ['by-hand'] },
  /** Not taken; the same number is offered again by itself. */
  REFUSED: { meaning: '渠道没有收下这笔退款，会用原单号再试', pausesMs: [], ways: ['by-hand'] },
} as const satisfies Readonly<Record<string, StuckRule>>;

export type StuckKind = keyof typeof STUCK_RULES;

/** A number ends in two digits, and no payer waits that long. */
export const MOST_ROUNDS = 99;

/** Whether and why a refund is stuck; `refused`: its provider's last word was that it does not take it. */
export function stuckKind(state: RefundStatus, refused: boolean): StuckKind | null {
  if (state === 'CLOSED' || state === 'ABNORMAL') return state;
  return state === 'CREATED' && refused ? 'REFUSED' : null;
}

export function wayOutIsOpen(kind: StuckKind, way: WayOut): boolean {
  return (STUCK_RULES[kind].ways as readonly WayOut[]).includes(way);
}

/** After how long a refund whose number of this round was closed is sent again by itself; null: a person decides. */
export function pauseBeforeResend(kind: StuckKind, round: number): number | null {
  return STUCK_RULES[kind].pausesMs[round - 1] ?? null;
}

/** Ways to pay by hand, and who moves the money then. */
export const HAND_ROUTES = { bank: '银行转账', bureau: '医保经办机构退回个人账户' } as const;

export type HandRoute = keyof typeof HAND_ROUTES;

/** Money of a medical-insurance account goes back to it and nowhere else. */
export function handRouteOf(method: string): HandRoute {
  return method === 'xmybpay' ? 'bureau' : 'bank';
}

/** The number by which the provider knows a refund in one of its rounds; the first is the refund's own. */
export function numberOfRound(refundNo: string, round: number): string {
  return round === 1 ? refundNo : `${refundNo}T${String(round).padStart(2, '0')}`;
}

/** Which refund and which round a number means; null when it is no number of ours. */
export function roundOfNumber(number: string): { readonly refundNo: string; readonly round: number } | null {
  const [, refundNo, round] = /^(RJS\d{21})(?:T(\d\d))?$/.exec(number) ?? [];
  if (refundNo === undefined) return null;
  if (round === undefined) return { refundNo, round: 1 };
  return Number(round) > 1 ? { refundNo, round: Number(round) } : null;
}
