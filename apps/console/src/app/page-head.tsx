import { type ReactNode, useEffect } from 'react';

interface HeadProps {
  readonly title: string;
  readonly note?: ReactNode;
  /** Buttons on the right. */
  readonly children?: ReactNode;
}

/** A page's heading, which is the window's title too. */
export function PageHead({ title, note, children }: HeadProps) {
  useEffect(() => {
    document.title = `${title} · 惠民保运营`;
  }, [title]);
  return (
    <div className="page-head">
      <h1>{title}</h1>
      {note !== undefined && <span className="note">{note}</span>}
      <span className="space" />
      {children}
    </div>
  );
}
