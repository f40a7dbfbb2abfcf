import './form.css';
import type { ReactNode } from 'react';

type Props = {
  /** Where the same thing can be found as a page of its own. */
  href: string;
  /** Opens it in place instead. */
  onPress: () => void;
  children: ReactNode;
};

/**
 * A link in the middle of a sentence, also of a consent line: pressing it does not tick the box. A link and not a button,
 * because a button cannot break over two lines.
 */
export function InlineLink({ href, onPress, children }: Props) {
  return (
    <a
      className="inline-link"
      href={href}
      onClick={(event) => {
        event.preventDefault();
        onPress();
      }}
    >
      {children}
    </a>
  );
}
