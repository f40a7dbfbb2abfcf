import type { PublishedDocumentValue } from '@huimin/contract';

/** A sentence of a document, and where in its text it stands: which element, and which entry where that is a list. */
export interface SpokenSentence {
  readonly text: string;
  /** -1: the title, which stands before the text. */
  readonly element: number;
  readonly item?: number;
}

/** Short pieces: some phones fall silent in the middle of a long one. */
const SENTENCE = /[^。；！？]+[。；！？]*/g;

/** What is read aloud of a document, in the order of its elements as `DocumentText` draws them. */
export function spokenDocument({ title, blocks }: Pick<PublishedDocumentValue, 'title' | 'blocks'>): SpokenSentence[] {
  const sentences: SpokenSentence[] = [{ text: title, element: -1 }];
  let element = 0;
  const say = (text: string, item?: number): void => {
    for (const piece of text.match(SENTENCE) ?? []) {
      if (piece.trim() !== '') sentences.push({ text: piece.trim(), element, ...(item === undefined ? {} : { item }) });
    }
  };
  for (const { kind, text, items } of blocks) {
    if (kind !== 'list' || text) {
      say(text ?? '');
      element += 1;
    }
    if (kind !== 'list') continue;
    for (const [item, words] of (items ?? []).entries()) say(words, item);
    element += 1;
  }
  return sentences;
}
