import type { ReactNode } from 'react';

interface Props {
  readonly isOpen: boolean;
  onOpen(): void;
  readonly children: ReactNode;
}

/** A row that is shown beside its list when it is pressed anywhere. */
export function OpenableRow({ isOpen, onOpen, children }: Props) {
  return (
    <tr data-openable aria-selected={isOpen} onClick={onOpen}>
      {children}
    </tr>
  );
}
