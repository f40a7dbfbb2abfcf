/** Measures of a scrolling text, as the browser gives them (fractions of a pixel under zoom). */
export type ReadingMeasure = { scrollTop: number; clientHeight: number; scrollHeight: number };

export type ReadingProgress = {
  /** Whole percent shown so far, 0 to 99 until the end was shown, then 100. Never falls. */
  percent: number;
  /** The last line was on the screen. Stays so, also when the text is made larger afterwards. */
  read: boolean;
};

export const UNREAD: ReadingProgress = { percent: 0, read: false };

/** Zoomed pages report positions that miss the end by a fraction of a pixel, old WebViews by up to a whole line gap. */
const END_TOLERANCE_PX = 4;

/**
 * The progress after one look at the text: after a scroll, a resize, or a change of text size. A text that does not
 * scroll is shown to its end at once. A text that is not laid out yet (height 0) tells nothing.
 */
export function readingAfter(before: ReadingProgress, measure: ReadingMeasure): ReadingProgress {
  const { scrollTop, clientHeight, scrollHeight } = measure;
  if (before.read || clientHeight <= 0 || scrollHeight <= 0) return before;
  const shown = Math.max(0, scrollTop) + clientHeight;
  if (shown >= scrollHeight - END_TOLERANCE_PX) return { percent: 100, read: true };
  const percent = Math.min(99, Math.floor((shown / scrollHeight) * 100));
  return percent > before.percent ? { percent, read: false } : before;
}
