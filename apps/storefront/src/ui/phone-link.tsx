import type { ReactNode } from 'react';

/** The `tel:` address of a number as people write it. */
export function telHref(tel: string): string {
  return `tel:${tel.replace(/[^0-9+]/g, '')}`;
}

/** A phone number that calls when tapped. */
export function PhoneLink({
  tel,
  children,
  className = 'link num',
}: {
  tel: string;
  children?: ReactNode;
  className?: string;
}) {
  return (
    <a className={className} href={telHref(tel)}>
      {children ?? tel}
    </a>
  );
}
