import type { PageDeskValue } from '@huimin/contract/console';
import { PhoneFrame } from '../../parts/phone-frame.tsx';

interface Props {
  readonly of: Pick<PageDeskValue, 'edition' | 'key'>;
  readonly pages: readonly {
    readonly version: number | 'draft';
    /** Above its phone, and the frame's name. */
    readonly label: string;
    readonly mark?: number;
  }[];
}

/** Versions of a page beside each other, each as residents read it. */
export function Phones({ of: { edition, key }, pages }: Props) {
  return (
    <div className="pg-phones">
      {pages.map(({ version, label, mark }) => (
        <figure key={version}>
          <figcaption className="num">{label}</figcaption>
          <PhoneFrame
            isSmall
            title={label}
            shown={{ of: 'page', edition, key, version }}
            mark={mark}
            route={`#/agreement?key=${key}`}
          />
        </figure>
      ))}
    </div>
  );
}
