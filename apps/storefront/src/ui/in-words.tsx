import './in-words.css';
import { Fragment, type ReactNode } from 'react';

/**
 * A title whose lines end between words where the browser can tell words apart: in the phone's largest letters it has two, and
 * would be broken inside one. Single characters are no line's end; they go with the word beside them.
 */
export function inWords(title: string): ReactNode {
  const [first, ...others] = wordsOf(title);
  if (others.length === 0) return title;
  return (
    <span className="in-words">
      {first}
      {others.map((word, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the words of one title never change places
        <Fragment key={index}>
          <wbr />
          {word}
        </Fragment>
      ))}
    </span>
  );
}

/** The words of a text, in their order and without a loss; the whole text where the browser cannot tell. */
export function wordsOf(text: string): string[] {
  if (typeof Intl.Segmenter === 'undefined') return [text];
  const words: string[] = [];
  let alone = '';
  for (const { segment } of new Intl.Segmenter('zh', { granularity: 'word' }).segment(text)) {
    if (segment.length === 1) {
      alone += segment;
      continue;
    }
    addAlone(words, alone);
    words.push(words.length === 0 && alone.length === 1 ? alone + segment : segment);
    alone = '';
  }
  addAlone(words, alone);
  return words.length > 0 ? words : [text];
}

/** Characters that stand alone make a word together; one goes with the word before it, or the first one after it. */
function addAlone(words: string[], alone: string): void {
  if (alone.length > 1) words.push(alone);
  else if (words.length > 0) words.push((words.pop() ?? '') + alone);
}
