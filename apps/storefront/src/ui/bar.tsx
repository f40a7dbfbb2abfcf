import type { ReactNode } from 'react';

type Props = {
  /** One line above the buttons that says what holds the step up. */
  tip?: ReactNode;
  /** Sum on the left: `<><small>3 人 × 158 元</small><Money …/></>`. */
  sum?: ReactNode;
  /** Secondary icon links; give them the class `bar-icon`. */
  icons?: ReactNode;
  children?: ReactNode;
};

/** The bottom bar, in its fixed order: icons, sum, primary button. */
export function Bar({ tip, sum, icons, children }: Props) {
  return (
    <div className="bar">
      {tip && <p className="bar-tip">{tip}</p>}
      <div className={icons ? 'bar-row bar-row-icons' : 'bar-row'}>
        {icons}
        {sum && <p className="bar-sum">{sum}</p>}
        {children}
      </div>
    </div>
  );
}
