import { Fragment, type ReactNode } from 'react';

interface Props {
  /** Besides going up and down: a key, and what it does to the row. */
  more?: readonly (readonly [key: string, does: string])[] | undefined;
  children?: ReactNode;
}

/** By which keys a list is gone through, in the head of its page. */
export function ListKeys({ more = [], children }: Props) {
  return (
    <span className="state-plain">
      <kbd>J</kbd> <kbd>K</kbd> 上下
      {more.map(([key, does]) => (
        <Fragment key={key}>
          {' '}
          <kbd>{key}</kbd> {does}
        </Fragment>
      ))}
      {children}
    </span>
  );
}
