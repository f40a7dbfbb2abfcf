import { Button } from 'antd';
import { type ReactNode, useEffect } from 'react';
import { Icon } from './icon.tsx';

interface HeadProps {
  readonly title: string;
  readonly note?: ReactNode;
  /** To where one came from, before the heading. */
  onBack?(): void;
  /** Buttons on the right. */
  readonly children?: ReactNode;
}

/** What the window and the browser's history call the page. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · 惠民保运营`;
  }, [title]);
}

/** A page's heading, which is the window's title too. */
export function PageHead({ title, note, onBack, children }: HeadProps) {
  usePageTitle(title);
  return (
    <div className="page-head">
      {onBack && <Button icon={<Icon name="back" size={16} />} aria-label="返回" onClick={onBack} />}
      <h1>{title}</h1>
      {note !== undefined && <span className="note">{note}</span>}
      <span className="space" />
      {children}
    </div>
  );
}
