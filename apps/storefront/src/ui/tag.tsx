import type { ReactNode } from 'react';

/** A status word. An unknown status is shown in neutral grey with its raw label. */
export function Tag({
  tone = 'neutral',
  children,
}: {
  tone?: 'ok' | 'warn' | 'err' | 'red' | 'info' | 'neutral';
  children: ReactNode;
}) {
  return <span className={tone === 'neutral' ? 'tag' : `tag tag-${tone}`}>{children}</span>;
}

/** The first character of a name in a circle, or in a small square for companies. */
export function Monogram({ name, square }: { name: string; square?: boolean }) {
  return (
    <span
      className={square ? 'monogram monogram-square' : 'monogram'}
      aria-hidden="true"
      data-pii={!square || undefined}
    >
      {Array.from(name)[0] ?? ''}
    </span>
  );
}

/** An icon on a soft square, at the start of a row or in a grid of services. */
export function IconTile({
  tone = 'red',
  children,
}: {
  tone?: 'red' | 'info' | 'ok' | 'neutral';
  children: ReactNode;
}) {
  return <span className={tone === 'red' ? 'icon-tile' : `icon-tile icon-tile-${tone}`}>{children}</span>;
}
