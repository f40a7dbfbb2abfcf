import '../../ui/bullet.css';
import '../../ui/form.css';
import './document-text.css';
import type { PublishedDocumentValue } from '@huimin/contract';
import type { ReactNode } from 'react';
import { PhoneLink } from '../../ui/index.ts';

interface Props {
  blocks: PublishedDocumentValue['blocks'];
  /**
   * Phone numbers call when tapped. Not where a text has to be read to its end: whoever goes from link to link would be taken there
   * past the words.
   */
  callable: boolean;
}

/** The structured text of a published document. It stands under a title of level 2. */
export function DocumentText({ blocks, callable }: Props) {
  const words = (text: string | undefined) => withPhones(text, callable);
  return (
    <div className="document">
      {blocks.map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a published text never changes its order
        <Block key={index} {...block} words={words} />
      ))}
    </div>
  );
}

type BlockProps = PublishedDocumentValue['blocks'][number] & { words: (text: string | undefined) => ReactNode };

function Block({ kind, text, items, words }: BlockProps) {
  switch (kind) {
    case 'heading':
      return <h3>{text}</h3>;
    case 'paragraph':
      return <p>{words(text)}</p>;
    // What the law wants noticed: exclusions, limits, duties.
    case 'strong':
      return (
        <p className="must-see">
          <strong>{words(text)}</strong>
        </p>
      );
    case 'list':
      return (
        <>
          {text && <p>{words(text)}</p>}
          <ul>
            {(items ?? []).map((item) => (
              <li key={item} className="bullet">
                {words(item)}
              </li>
            ))}
          </ul>
        </>
      );
  }
}

/** A line with an area code, or one of 400: nothing else in a contract is written that way. */
const PHONE = /\b(0\d{2,3}-\d{7,8}|400-\d{3}-\d{4})\b(?!-)/;

function withPhones(text: string | undefined, callable: boolean) {
  return text?.split(PHONE).map((part, index) => {
    if (index % 2 === 0) return part;
    // biome-ignore lint/suspicious/noArrayIndexKey: a published text never changes its order
    return <Phone key={index} tel={part} callable={callable} />;
  });
}

/** In one line, which its hyphens would end. */
function Phone({ tel, callable }: { tel: string; callable: boolean }) {
  if (callable) return <PhoneLink className="inline-link num nowrap" tel={tel} />;
  return <span className="num nowrap">{tel}</span>;
}
