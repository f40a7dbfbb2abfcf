import './in-words.css';
import { Children, Fragment, isValidElement, type ReactNode } from 'react';
import { phrasesOf } from './in-phrases.ts';

/**
 * A title whose lines end between words where the browser can tell words apart: in the phone's largest letters it has two, and
 * would be broken inside one. Single characters are no line's end; they go with the word beside them.
 */
export function inWords(title: string): ReactNode {
  return withBreaks(wordsOf(title));
}

/**
 * What is said in whole sentences, whose lines end between words, too. In elder mode a line has fourteen characters, and every other one
 * would end inside a word. Of several children those that are text; what is an element says itself how it breaks.
 */
export function inPhrases(said: ReactNode): ReactNode {
  const parts: ReactNode[] = [];
  let text = '';
  const end = () => {
    if (text !== '') parts.push(<Fragment key={parts.length}>{withBreaks(phrasesOf(text).map(inOnePiece))}</Fragment>);
    text = '';
  };
  for (const child of Children.map(said, (one) => one) ?? []) {
    if (typeof child === 'string' || typeof child === 'number') text += child;
    else {
      end();
      parts.push(child);
    }
  }
  end();
  return parts.length === 1 && isValidElement(parts[0]) ? parts[0] : parts;
}

/** A number with a blank before what it counts goes below as a whole, and is broken only where a line is shorter than it. */
function inOnePiece(phrase: string): ReactNode {
  const piece = phrase.trimEnd();
  if (!/\S\s\S/.test(piece)) return phrase;
  return (
    <>
      <span className="in-one-piece">{piece}</span>
      {phrase.slice(piece.length)}
    </>
  );
}

function withBreaks([first, ...others]: readonly ReactNode[]): ReactNode {
  if (others.length === 0) return first;
  return (
    <span className="in-words">
      {first}
      {others.map((word, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the words of one text never change places
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
