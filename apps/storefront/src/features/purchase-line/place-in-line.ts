import type { PlaceInLineValue } from '@huimin/contract';
import { thousandsSeparated } from '@huimin/domain/money';
import type { CallReply } from '../../api/client.ts';
import type { NoReply } from '../../api/use-action.ts';

/** The place that a reply gives, or null where it gives none. */
export function placeOf(reply: CallReply<unknown> | NoReply): PlaceInLineValue | null {
  if (reply.ok || reply.name !== 'in-line') return null;
  const { ticket, ahead, waitMs, askAgainMs } = (reply.result ?? {}) as Partial<
    Record<keyof PlaceInLineValue, unknown>
  >;
  const isPlace = typeof ticket === 'string' && [ahead, waitMs, askAgainMs].every(Number.isFinite);
  return isPlace ? ({ ticket, ahead, waitMs, askAgainMs } as PlaceInLineValue) : null;
}

/** `前面大约 1,200 位`: more exact than that would be a promise nobody can keep. */
export function aheadText(ahead: number): string {
  if (ahead < 1) return '马上轮到您';
  if (ahead < 100) return `前面还有 ${ahead} 位`;
  const unit = 10 ** (String(ahead).length - 2);
  return `前面大约 ${thousandsSeparated(Math.ceil(ahead / unit) * unit)} 位`;
}

/** `大约还要 3 分钟` */
export function waitText(waitMs: number): string {
  if (waitMs < 60_000) return '不到 1 分钟';
  const minutes = Math.ceil(waitMs / 60_000);
  return minutes > 59 ? '可能要 1 小时以上' : `大约还要 ${minutes} 分钟`;
}
