/**
 * Text fields that show a number in groups (6-8-4, 3-4-4) while the value behind them has no spaces.
 * Everything here is plain text arithmetic; the inputs only apply its answers.
 */

export type Grouping = {
  /** Characters per group; what is left over goes into the last group. */
  readonly groups: readonly number[];
  /** How long a whole value is: one that is put beside another takes its place. */
  readonly whole: readonly number[];
  /** Longest value kept. Longer than a right value, so that a slip is shown and not silently cut. */
  readonly maxLength: number;
  /** Turns typed or pasted text into the bare value. */
  readonly clean: (text: string) => string;
};

/** Full-width letters and figures, as some Chinese keyboards give them, become plain ones. */
export function toHalfWidth(text: string): string {
  return text.replace(/[！-～]/g, (c) => String.fromCharCode(c.charCodeAt(0) - 0xfee0)).replace(/　/g, ' ');
}

/** What keyboards offer that looks like an X: the sign of multiplication, the letters ha and chi, and crosses. */
const LIKE_AN_X = /[×✕✖╳ХΧ]/g;

/** Resident identity number: figures and X, shown 6-8-4. A small x becomes X, and so does what looks like one. */
export const ID_NUMBER_GROUPING: Grouping = {
  groups: [6, 8, 4],
  whole: [15, 18],
  maxLength: 22,
  clean: (text) =>
    toHalfWidth(text)
      .toUpperCase()
      .replace(LIKE_AN_X, 'X')
      .replace(/[^0-9X]/g, ''),
};

/** One of before 1999 has two figures less in its date and none to check by. Shown so once it is typed to its end. */
export const OLD_ID_NUMBER_GROUPS = [6, 6, 3];

/** Mobile phone number: figures, shown 3-4-4. A pasted country code is dropped. */
export const PHONE_GROUPING: Grouping = {
  groups: [3, 4, 4],
  whole: [11],
  maxLength: 13,
  clean: (text) => {
    const figures = figuresOf(text);
    return figures.length > 11 && /^(00)?86/.test(figures) ? figures.replace(/^(00)?86/, '') : figures;
  },
};

/** What is typed where only figures belong: full-width ones count, anything else goes. */
export const figuresOf = (text: string): string => toHalfWidth(text).replace(/[^0-9]/g, '');

/** What is typed where figures and Latin letters belong, as papers print them. */
export const figuresAndLetters = (text: string): string =>
  toHalfWidth(text)
    .toUpperCase()
    .replace(LIKE_AN_X, 'X')
    .replace(/[^0-9A-Z]/g, '');

const CODE_FIGURES = 6;

/**
 * What an edit has put before or behind the value that was there; null where it did something else. Whoever pastes a newer number into a
 * full field, or takes the one the keyboard offers, does not take out the older one first.
 */
function putBeside(previous: string, value: string): string | null {
  if (previous === '' || value.length <= previous.length) return null;
  if (value.startsWith(previous)) return value.slice(previous.length);
  return value.endsWith(previous) ? value.slice(0, value.length - previous.length) : null;
}

/** The code of a text message after an edit of its field, also where the whole message was put in. */
export function codeAfter(previous: string, text: string): string {
  const figures = figuresOf(text);
  const put = putBeside(previous, figures);
  return (put !== null && put.length >= CODE_FIGURES ? put : figures).slice(0, CODE_FIGURES);
}

/** The value with a space between its groups. */
export function showGrouped(value: string, groups: readonly number[]): string {
  const parts: string[] = [];
  let from = 0;
  groups.forEach((length, index) => {
    const to = index === groups.length - 1 ? value.length : from + length;
    if (from < value.length) parts.push(value.slice(from, to));
    from = to;
  });
  return parts.join(' ');
}

/** Where the caret stands in the shown text when `count` characters of the value are on its left. */
export function caretAfter(count: number, shown: string): number {
  let seen = 0;
  let at = 0;
  while (at < shown.length && seen < count) {
    if (shown[at] !== ' ') seen += 1;
    at += 1;
  }
  return at;
}

export type GroupedEdit = { value: string; shown: string; caret: number };

/**
 * What one edit of the shown text means. `text` and `caret` are what the browser made of it, `inputType` its name for the
 * edit. Deleting only a space takes the character beside it along, because the space was never typed.
 */
export function editGrouped(
  previous: string,
  text: string,
  caret: number,
  inputType: string | undefined,
  grouping: Grouping,
): GroupedEdit {
  const { clean, groups, whole, maxLength } = grouping;
  let left = clean(text.slice(0, caret)).length;
  let value = clean(text);
  const put = putBeside(previous, value);
  // The code of the country before it, too, is dropped from what is put in alone.
  const newer = put === null ? null : clean(put);
  if (newer !== null && whole.includes(newer.length)) {
    const shown = showGrouped(newer, groups);
    return { value: newer, shown, caret: shown.length };
  }
  // A country code dropped from the whole text was not dropped from its left half alone.
  left = Math.min(left, value.length);
  const onlySpaceWent = value === previous && text.length < showGrouped(previous, groups).length;
  if (onlySpaceWent && inputType === 'deleteContentBackward' && left > 0) {
    value = value.slice(0, left - 1) + value.slice(left);
    left -= 1;
  } else if (onlySpaceWent && inputType === 'deleteContentForward' && left < value.length) {
    value = value.slice(0, left) + value.slice(left + 1);
  }
  value = value.slice(0, maxLength);
  const shown = showGrouped(value, groups);
  return { value, shown, caret: caretAfter(Math.min(left, value.length), shown) };
}
