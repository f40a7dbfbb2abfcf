import { describe, expect, it } from 'vitest';
import { type ReadingMeasure, readingAfter, UNREAD } from './reading-progress.ts';

const look = (scrollTop: number, clientHeight: number, scrollHeight: number): ReadingMeasure => ({
  scrollTop,
  clientHeight,
  scrollHeight,
});

describe('reading a document to its end', () => {
  it('counts what has been on the screen', () => {
    expect(readingAfter(UNREAD, look(0, 400, 2000))).toEqual({ percent: 20, read: false });
    expect(readingAfter(UNREAD, look(840, 400, 2000))).toEqual({ percent: 62, read: false });
  });

  it('takes a short text that does not scroll as read once it is shown', () => {
    expect(readingAfter(UNREAD, look(0, 400, 300)).read).toBe(true);
    expect(readingAfter(UNREAD, look(0, 400, 400)).read).toBe(true);
  });

  it('does not take a text that is not laid out as read', () => {
    expect(readingAfter(UNREAD, look(0, 0, 0))).toEqual(UNREAD);
    expect(readingAfter(UNREAD, look(0, 0, 900))).toEqual(UNREAD);
  });

  it('reaches the end in spite of zoomed positions', () => {
    expect(readingAfter(UNREAD, look(1599.2, 399.6, 2000)).read).toBe(true);
    expect(readingAfter(UNREAD, look(1590, 400, 2000))).toEqual({ percent: 99, read: false });
  });

  it('does not fall when scrolling back up, nor below what was shown when the text grows', () => {
    const half = readingAfter(UNREAD, look(600, 400, 2000));
    expect(readingAfter(half, look(0, 400, 2000))).toEqual(half);
    expect(readingAfter(half, look(600, 400, 4000))).toEqual(half);
  });

  it('stays read after the text is made larger or the screen smaller', () => {
    const read = readingAfter(UNREAD, look(1600, 400, 2000));
    expect(readingAfter(read, look(0, 200, 6000))).toEqual({ percent: 100, read: true });
  });

  it('is not read by a resize alone while the end is still below', () => {
    expect(readingAfter(UNREAD, look(0, 900, 2000)).read).toBe(false);
  });

  it('ignores the rubber band of iOS above the text', () => {
    expect(readingAfter(UNREAD, look(-80, 400, 2000))).toEqual({ percent: 20, read: false });
  });
});
