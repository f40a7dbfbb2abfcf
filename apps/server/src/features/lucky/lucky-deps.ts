import { createHash, createHmac } from 'node:crypto';
import type { LuckyChanceValue, LuckyRoundValue } from '@huimin/contract';
import { formatDateTime } from '@huimin/domain/date';
import { luckyStatusLabel } from '@huimin/domain/lucky';
import type { RateLimiter } from '../../coordination/rate-limit.ts';
import type { Core } from '../../core.ts';
import type { SessionUser } from '../../http/handler.ts';
import type { EditionStore } from '../configuration/index.ts';
import type { ChanceRow, RoundRow } from './lucky-store.ts';

export interface LuckyDependencies extends Core {
  readonly editions: EditionStore;
  readonly limiter: RateLimiter;
  /** Keyed hash of the asker's own identity, where it is kept. */
  readonly personIndex: (user: SessionUser) => Promise<Buffer | null>;
}

export const SEED_SEAL = 'lucky-seed';
export const ADDRESS_SEAL = 'lucky-address';

/** Where a parcel goes; sealed. */
export interface PrizeAddress {
  readonly name: string;
  readonly phone: string;
  readonly address: string;
}

export const sha256 = (text: string | Buffer): string => createHash('sha256').update(text).digest('hex');
export const hmac = (keyHex: string, text: string): string =>
  createHmac('sha256', Buffer.from(keyHex, 'hex')).update(text).digest('hex');

export const isOpen = (round: RoundRow, nowMs: number): boolean =>
  round.rules.startsAtMs <= nowMs && nowMs < round.ends_at;

export function roundView(round: RoundRow, nowMs: number): LuckyRoundValue {
  const { rules } = round;
  return {
    ...{ code: round.code, title: rules.title, organiser: rules.organiser, approvalNo: rules.approvalNo },
    ...{ startsAt: formatDateTime(rules.startsAtMs), endsAt: formatDateTime(round.ends_at) },
    ...{ isOpen: isOpen(round, nowMs), claimDays: rules.claimDays, actions: [...rules.actions] },
    prizes: rules.prizes.map((prize) => ({ ...prize, left: round.stock[prize.code] ?? 0 })),
    readAt: formatDateTime(nowMs),
    ...{ rulesHash: round.rules_hash, seedHash: round.seed_hash, isRevealed: round.seed !== null },
    drawn: round.drawn,
  };
}

export function chanceView(round: RoundRow, row: ChanceRow): LuckyChanceValue {
  const at = (moment: number | null): string | null => (moment === null ? null : formatDateTime(moment));
  return {
    ...{ status: row.status, statusLabel: luckyStatusLabel(row.status), action: row.action, tag: row.tag },
    ...{ position: row.position, nonce: row.nonce, lineHash: row.line_hash },
    prizeName: round.rules.prizes.find(({ code }) => code === row.prize_code)?.name ?? null,
    ...{ drawnAt: at(row.drawn_at), claimUntil: at(row.claim_until), isSent: row.sent_at !== null },
  };
}
