import './first-line.css';
import type { ReactNode } from 'react';

/** What stands before a text, such as an icon or a box: in the middle of its first line, however large the phone's letters are. */
export function FirstLine({ children }: { children?: ReactNode }) {
  return <span className="first-line">{children}</span>;
}
