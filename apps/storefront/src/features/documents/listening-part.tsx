import type { PublishedDocumentValue } from '@huimin/contract';
import type { RefObject } from 'react';
import { ListenButton } from '../../ui/listen-button.tsx';
import { useListening } from './use-listening.ts';

export interface ListeningProps {
  document: PublishedDocumentValue;
  /** What its text stands in. */
  box: RefObject<HTMLElement | null>;
  /** Within a sentence. */
  inline: boolean;
}

/** Reads a document aloud; a part of its own, since most people read with their eyes. */
export default function ListeningPart({ document, box, inline }: ListeningProps) {
  const listening = useListening(document, box);
  if (!inline) return <ListenButton isReading={listening.isReading} onPress={listening.press} />;
  return (
    <button type="button" onClick={listening.press}>
      {listening.isReading ? '停下来' : '念给我听'}
    </button>
  );
}
