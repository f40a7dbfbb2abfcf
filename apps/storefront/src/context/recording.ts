/** What the sale's record does once its code is there. */
export interface LiveRecording {
  mark(tag: string, payload: object, at?: number): void;
  /** Makes a call of the app, and notes that it was made. */
  fetch(url: string, init: RequestInit): Promise<Response>;
}

type EarlyMark = readonly [tag: string, payload: object, at: number];

let live: LiveRecording | null = null;
let early: EarlyMark[] = [];

/** Notes something in the record of this sale. Without a record nothing happens. */
export function mark(tag: string, payload: object): void {
  if (live) live.mark(tag, payload);
  else if (early.length < 50) early.push([tag, payload, Date.now()]);
}

/** The way on which the app's calls go. */
export const recordedFetch: LiveRecording['fetch'] = (url, init) => (live ? live.fetch(url, init) : fetch(url, init));

/** From now on it is recorded; what was noted before comes first. */
export function setLiveRecording(recording: LiveRecording | null): void {
  live = recording;
  for (const [tag, payload, at] of early) live?.mark(tag, payload, at);
  early = [];
}
