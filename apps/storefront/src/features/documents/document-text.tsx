import './document-text.css';
import type { PublishedDocumentValue } from '@huimin/contract';

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
      return <p>{text}</p>;
    // What the law wants noticed: exclusions, limits, duties.
    case 'strong':
      return (
        <p className="must-see">
          <strong>{text}</strong>
        </p>
      );
    case 'list':
      return (
        <>
          {text && <p>{text}</p>}
          <ul>
            {(items ?? []).map((item) => (
              <li key={item}>{item}</li>
            ))}
          </ul>
        </>
      );
  }
}
