import { type ReactNode, useEffect, useRef } from 'react';

interface Props {
  /** The id of its heading. */
  readonly headingId: string;
  /** The one that the page's keys are about. */
  readonly isCurrent: boolean;
  readonly className?: string;
  onPick(): void;
  readonly children: ReactNode;
}

/** One of several that are read whole, one below the other: come to by J and K, it has the focus and is in sight. */
export function PickedArticle({ headingId, isCurrent, className = '', onPick, children }: Props) {
  const article = useRef<HTMLElement>(null);
  const wasCurrent = useRef(isCurrent);
  useEffect(() => {
    const element = article.current;
    // Come to by a key; a press inside has its focus already.
    if (isCurrent && !wasCurrent.current && !element?.contains(document.activeElement)) element?.focus();
    wasCurrent.current = isCurrent;
  }, [isCurrent]);
  return (
    <article
      ref={article}
      className={`request ${className}`}
      aria-labelledby={headingId}
      aria-current={isCurrent ? 'true' : undefined}
      tabIndex={-1}
      onFocus={onPick}
    >
      {children}
    </article>
  );
}
