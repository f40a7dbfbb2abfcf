import { beijingDate } from '@huimin/domain/date';
import { serverNow } from '../../api/server-clock.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

export const today = () => beijingDate(serverNow());

/** How long something lasts, in the two units that matter: 2 天 3 小时, 14 分. */
export function lasting(ms: number): string {
  const minutes = Math.max(0, Math.floor(ms / 60_000));
  const [days, hours, rest] = [Math.floor(minutes / 1440), Math.floor((minutes % 1440) / 60), minutes % 60];
  if (days > 0) return hours > 0 ? `${days} 天 ${hours} 小时` : `${days} 天`;
  return hours > 0 ? `${hours} 小时 ${rest} 分` : `${rest} 分`;
}

/** The same where there is room for one unit only. */
export function roughly(ms: number): string {
  const [days, hours] = [Math.floor(ms / DAY_MS), Math.floor(ms / HOUR_MS)];
  if (days > 0) return `${days} 天`;
  return hours > 0 ? `${hours} 小时` : lasting(ms);
}

/** How long ago a moment was at another one, both as the server says them. */
export const since = (moment: string, at: string) => lasting(Date.parse(at) - Date.parse(moment));
