import { type ReactNode, useEffect, useRef } from 'react';

interface Props {
  readonly isOpen: boolean;
  onOpen(): void;
  readonly children: ReactNode;
}

/** A row that is shown beside its list when it is pressed anywhere. Reached by keys it comes into view. */
export function OpenableRow({ isOpen, onOpen, children }: Props) {
  const row = useRef<HTMLTableRowElement>(null);
  useEffect(() => {
    if (isOpen) row.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [isOpen]);
  return (
    <tr ref={row} data-openable aria-selected={isOpen} onClick={onOpen}>
      {children}
    </tr>
  );
}
