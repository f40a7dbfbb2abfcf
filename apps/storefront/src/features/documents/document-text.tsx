import './document-text.css';
import type { PublishedDocumentValue } from '@huimin/contract';
import { PhoneLink } from '../../ui/index.ts';

/** The structured text of a published document. It stands under a title of level 2. */
export function DocumentText({ blocks }: { blocks: PublishedDocumentValue['blocks'] }) {
  return (
    <div className="document">
      {blocks.map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a published text never changes its order
        <Block key={index} {...block} />
      ))}
    </div>
  );
}

function Block({ kind, text, items }: PublishedDocumentValue['blocks'][number]) {
  switch (kind) {
    case 'heading':
      return <h3>{text}</h3>;
    case 'paragraph':
      return <p>{withPhones(text)}</p>;
    // What the law wants noticed: exclusions, limits, duties.
    case 'strong':
      return (
        <p className="must-see">
          <strong>{withPhones(text)}</strong>
        </p>
      );
    case 'list':
      return (
        <>
          {text && <p>{withPhones(text)}</p>}
          <ul>
            {(items ?? []).map((item) => (
              <li key={item}>{withPhones(item)}</li>
            ))}
          </ul>
        </>
      );
  }
}

/** A line with an area code, or one of 400: nothing else in a contract is written that way. */
const PHONE = /\b(0\d{2,3}-\d{7,8}|400-\d{3}-\d{4})\b(?!-)/;

/** A text whose phone numbers call when tapped. */
function withPhones(text: string | undefined) {
  // biome-ignore lint/suspicious/noArrayIndexKey: a published text never changes its order
  return text?.split(PHONE).map((part, index) => (index % 2 ? <PhoneLink key={index} tel={part} /> : part));
}
