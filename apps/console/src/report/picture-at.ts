import type { RecordedEvent } from '@huimin/evidence/events';

const [PICTURE, META, CUSTOM] = [2, 4, 5];

/** The events that lead to the picture of a moment: from the last whole picture before it on. Empty when there is none. */
export function eventsUpTo(events: readonly RecordedEvent[], at: number): RecordedEvent[] {
  const until = events.filter(({ timestamp }) => timestamp <= at);
  const begins = until.findLastIndex(({ type }) => type === PICTURE);
  // A picture that is taken as the page opens may come a little later than what is told of the page.
  const first = begins >= 0 ? begins : events.findIndex(({ type }) => type === PICTURE);
  const whole = events[first];
  if (whole === undefined) return [];
  const meta = events.slice(0, first).findLast(({ type }) => type === META);
  const end = Math.max(at, whole.timestamp);
  const changes = events.slice(first + 1).filter(({ timestamp, type }) => timestamp <= end && type !== META);
  // Nothing to play is less than two events; the last one says when.
  const stop: RecordedEvent = { type: CUSTOM, timestamp: end + 1, data: { tag: 'stop', payload: {} } };
  return [...(meta ? [{ ...meta, timestamp: whole.timestamp }] : []), whole, ...changes, stop];
}
