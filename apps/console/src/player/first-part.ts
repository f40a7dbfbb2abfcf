import type { RecordedEvent } from '@huimin/evidence/events';

const FULL_SNAPSHOT = 2;

/** How many of the events, in their order, it takes to show a time: no fewer than the first whole picture needs. */
export function neededToShow(events: readonly RecordedEvent[], at: number): number {
  const picture = events.findIndex(({ type }) => type === FULL_SNAPSHOT);
  // A picture by itself is nothing to play yet.
  const fewest = picture < 0 ? events.length : Math.min(events.length, Math.max(picture + 1, 2));
  const later = events.slice(fewest).findIndex(({ timestamp }) => timestamp > at);
  return later < 0 ? events.length : fewest + later;
}
