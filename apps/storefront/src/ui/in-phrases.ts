/** Signs that stand at no line's beginning, and at no line's end. */
const CLOSING = /^[，。、；：！？）》”’」】,.;:!?)…—·/]+$/;
const OPENING = /^[（《“‘「【([]+$/;
const FIGURE_AT_END = /[\d¥]$/;
const FIGURES = /^[\d¥*.,:/-]+$/;
/** Of a time, a sum, a number with dashes: its figures go on. */
const NUMBER_GOES_ON = /\d[.,:/-]$/;

let segmenter: Intl.Segmenter | null = null;

/**
 * A sentence in the pieces between which its lines may end: words with the signs around them, and numbers with what they count. A single
 * character goes with those beside it, or with the word before it; the first of a clause with the word after it. The whole text where
 * the browser cannot tell words apart.
 */
export function phrasesOf(text: string): string[] {
  if (typeof Intl.Segmenter === 'undefined') return [text];
  segmenter ??= new Intl.Segmenter('zh', { granularity: 'word' });
  const phrases: string[] = [];
  /** The next one belongs to the last phrase. */
  let goesOn = false;
  /** Characters that stand alone, until it is known what they go with. */
  let alone = '';
  let isClauseBegun = false;

  const last = (): string => phrases[phrases.length - 1] ?? '';
  function put(piece: string): void {
    if (goesOn && phrases.length > 0) phrases.push((phrases.pop() ?? '') + piece);
    else phrases.push(piece);
    goesOn = false;
    isClauseBegun = true;
  }
  function putAlone(): void {
    if (alone === '') return;
    // One behind a word ends it.
    if (Array.from(alone).length === 1 && isClauseBegun) goesOn = true;
    put(alone);
    alone = '';
  }

  for (const { segment, isWordLike } of segmenter.segment(text)) {
    if (/^\s+$/.test(segment)) {
      putAlone();
      goesOn = true;
      const counts = FIGURE_AT_END.test(last());
      put(segment);
      // A number and what it counts stay together.
      goesOn = counts;
    } else if (OPENING.test(segment)) {
      putAlone();
      put(segment);
      goesOn = true;
      isClauseBegun = false;
    } else if (CLOSING.test(segment)) {
      putAlone();
      goesOn = true;
      put(segment);
      isClauseBegun = false;
    } else if (isWordLike && Array.from(segment).length === 1 && !FIGURES.test(segment)) {
      alone += segment;
    } else {
      // The first of a clause, as 请, goes with what comes.
      const first = Array.from(alone).length === 1 && !isClauseBegun;
      putAlone();
      const before = last();
      if (first || FIGURE_AT_END.test(before) || (FIGURES.test(segment) && NUMBER_GOES_ON.test(before))) goesOn = true;
      put(segment);
    }
  }
  putAlone();
  return phrases.length > 0 ? phrases : [text];
}
