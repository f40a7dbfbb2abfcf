import { beijingDateTime } from '@huimin/domain/date';
import { serverNow } from '../api/server-clock.ts';

const SOON_MS = 300_000;

/** What a field for a time of publishing begins with: the time that is set, otherwise in five minutes. YYYY-MM-DD HH:mm, Beijing. */
export const scheduledOr = (given: string | null): string =>
  (given ?? beijingDateTime(serverNow() + SOON_MS)).replace('T', ' ').slice(0, 16);
