import { type MouseEvent, type ReactNode, useEffect, useRef } from 'react';
import { focusBeside } from '../app/beside.ts';

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
  const press = ({ detail, target }: MouseEvent<HTMLElement>) => {
    onOpen();
    // Pressed by the keyboard: whoever opened it goes on in it.
    if (detail === 0 && target instanceof Element && target.closest('button')) focusBeside();
  };
  return (
    <tr ref={row} data-openable aria-selected={isOpen} onClick={press}>
      {children}
    </tr>
  );
}
