import type { PublishedDocumentValue } from '@huimin/contract';
import { type RefObject, useEffect } from 'react';
import { useReadAloud } from '../../context/use-read-aloud.ts';
import { tellNotRead } from '../../ui/listen-button.tsx';
import { type SpokenSentence, spokenDocument } from './spoken-document.ts';

export interface Listening {
  /** There is a text, and this phone can read it aloud. */
  readonly isOffered: boolean;
  readonly isReading: boolean;
  /** Begins, or stops. */
  press(): void;
}

/**
 * Reads a document aloud. What is being said is brought onto the screen, so whoever listens to the end has been shown the end, and the time
 * of it is time of reading.
 * @param box what the text stands in
 */
export function useListening(
  document: Pick<PublishedDocumentValue, 'title' | 'blocks'> | null,
  box: RefObject<HTMLElement | null>,
): Listening {
  const { canRead, isReading, press, stop } = useReadAloud();
  // Another text, or none: nobody reads on in the former one.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it ends with the text
  useEffect(() => stop, [document]);

  const show = ({ element, item }: SpokenSentence) => {
    const block = box.current?.querySelector('.document')?.children[element];
    (item === undefined ? block : block?.children[item])?.scrollIntoView({ block: 'nearest' });
  };
  const listen = () => {
    if (document === null) return;
    const sentences = spokenDocument(document);
    press(
      sentences.map(({ text }) => text),
      { begin: (place) => show(sentences[place] as SpokenSentence), failed: tellNotRead },
    );
  };
  return { isOffered: document !== null && canRead, isReading, press: listen };
}
