/** One row of two texts side by side; null where one of them has nothing. */
export interface ComparedLine {
  readonly before: ComparedText | null;
  readonly after: ComparedText | null;
  readonly isSame: boolean;
}

/** A line, cut where it begins and ends to differ. */
export interface ComparedText {
  readonly start: string;
  readonly changed: string;
  readonly end: string;
}

/** Two texts line by line: what is in both stands in one row, what lies between is paired in order. */
export function compareLines(before: readonly string[], after: readonly string[]): ComparedLine[] {
  const rows: ComparedLine[] = [];
  let [left, right] = [0, 0];
  for (const [nextLeft, nextRight] of [...commonLines(before, after), [before.length, after.length] as const]) {
    for (let at = 0; at < Math.max(nextLeft - left, nextRight - right); at++) {
      const old = left + at < nextLeft ? before[left + at] : undefined;
      const now = right + at < nextRight ? after[right + at] : undefined;
      rows.push({ ...parted(old, now), isSame: false });
    }
    const same = before[nextLeft];
    if (same !== undefined && nextRight < after.length) {
      const text = { start: same, changed: '', end: '' };
      rows.push({ before: text, after: text, isSame: true });
    }
    [left, right] = [nextLeft + 1, nextRight + 1];
  }
  return rows;
}

/** Places of the longest run of lines that both have in the same order. */
function commonLines(before: readonly string[], after: readonly string[]): (readonly [number, number])[] {
  const longest = Array.from({ length: before.length + 1 }, () => new Array<number>(after.length + 1).fill(0));
  const of = (left: number, right: number): number => longest[left]?.[right] ?? 0;
  for (let left = before.length - 1; left >= 0; left--) {
    for (let right = after.length - 1; right >= 0; right--) {
      const row = longest[left] as number[];
      row[right] =
        before[left] === after[right]
          ? of(left + 1, right + 1) + 1
          : Math.max(of(left + 1, right), of(left, right + 1));
    }
  }
  const found: (readonly [number, number])[] = [];
  for (let left = 0, right = 0; left < before.length && right < after.length; ) {
    if (before[left] === after[right]) found.push([left++, right++]);
    else if (of(left + 1, right) >= of(left, right + 1)) left++;
    else right++;
  }
  return found;
}

function parted(before: string | undefined, after: string | undefined): Pick<ComparedLine, 'before' | 'after'> {
  if (before === undefined || after === undefined) {
    const whole = (text: string | undefined) => (text === undefined ? null : { start: '', changed: text, end: '' });
    return { before: whole(before), after: whole(after) };
  }
  const [old, now] = [Array.from(before), Array.from(after)];
  const most = Math.min(old.length, now.length);
  let head = 0;
  while (head < most && old[head] === now[head]) head++;
  let tail = 0;
  while (tail < most - head && old[old.length - 1 - tail] === now[now.length - 1 - tail]) tail++;
  const cut = (letters: readonly string[]): ComparedText => ({
    start: letters.slice(0, head).join(''),
    changed: letters.slice(head, letters.length - tail).join(''),
    end: letters.slice(letters.length - tail).join(''),
  });
  return { before: cut(old), after: cut(now) };
}

/** Seconds that reading a text aloud takes: what a voice of 195 signs a minute needs. */
export function readingSeconds(signs: number): number {
  return Math.ceil((signs * 60) / 195);
}
