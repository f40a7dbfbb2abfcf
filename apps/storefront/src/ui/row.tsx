import type { ReactNode } from 'react';
import { iconChevronRight } from './first-icons.ts';
import { Icon } from './icon.tsx';

type RowProps = {
  label: ReactNode;
  value?: ReactNode;
  /** Makes the whole row a link. */
  href?: string;
  /** Makes the whole row a button. */
  onPress?: () => void;
  note?: ReactNode;
  /** Anything before the label: an `Icon`, `Monogram` or `icon-tile`. */
  icon?: ReactNode;
  id?: string;
};

/** One line of a card. With `href` or `onPress` the whole line is the target, and a chevron says so. */
export function Row({ label, value, href, onPress, note, icon, id }: RowProps) {
  const words = (
    <>
      {label}
      {note && <span className="note">{note}</span>}
    </>
  );
  const content = (
    <>
      {icon}
      {value === undefined || value === null ? (
        <span className="row-main">{words}</span>
      ) : (
        <span className="row-main row-pair">
          <span className="row-label">{words}</span>
          <span className="row-value">{value}</span>
        </span>
      )}
      {(href || onPress) && <Icon name={iconChevronRight} size={18} className="row-chevron" />}
    </>
  );
  if (href) {
    return (
      <a className="row" href={href} id={id}>
        {content}
      </a>
    );
  }
  if (onPress) {
    return (
      <button type="button" className="row" onClick={onPress} id={id}>
        {content}
      </button>
    );
  }
  return (
    <div className="row" id={id}>
      {content}
    </div>
  );
}
