const RECORDING = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22,}$/i;

/** The two ends of a recording's number: as much of it as people compare. */
export const shortId = (trace: string): string =>
  trace.length > 12 ? `${trace.slice(0, 4)}…${trace.slice(-4)}` : trace;

/** What a request is about, as it is said: a recording has no other name than its number. */
export const subjectWords = (subject: string): string =>
  RECORDING.test(subject) ? `会话记录 ${shortId(subject)}` : subject;
