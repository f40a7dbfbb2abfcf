import './controls.css';
import './form.css';
import { useEffect, useId, useRef } from 'react';
import { FirstLine } from './first-line.tsx';
import { Icon } from './icon.tsx';
import { iconWarning } from './icons.ts';

type Props = {
  /** `label` is the name of the field (姓名); the full sentence stands under the field itself. */
  problems: readonly { fieldId: string; message: string; label?: string }[];
  /** Raise it at each submit: the summary then takes the focus. */
  submission?: number;
};

/** After a submit with two or more problems: how many, and a way to each field. */
export function ErrorSummary({ problems, submission = 0 }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const titleId = useId();
  const shown = problems.length >= 2;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus moves once per submit, not whenever a problem goes
  useEffect(() => {
    if (shown) box.current?.focus();
  }, [submission]);
  if (!shown) return null;
  return (
    <div className="notice notice-err mt3" role="alert" aria-labelledby={titleId} tabIndex={-1} ref={box}>
      <FirstLine>
        <Icon name={iconWarning} size={20} />
      </FirstLine>
      <div>
        <b id={titleId}>有 {problems.length} 处需要修改</b>
        {problems.map((problem) => (
          <button
            key={problem.fieldId}
            type="button"
            className="link error-link"
            onClick={() => goToField(problem.fieldId)}
          >
            {problem.label ?? problem.message}
          </button>
        ))}
      </div>
    </div>
  );
}

/** Scrolls a field into the middle of the screen and puts the caret into it. Not by a `#` link: that is the router's. */
export function goToField(fieldId: string): void {
  const field = document.getElementById(fieldId);
  if (!field) return;
  field.scrollIntoView({ block: 'center' });
  // What is wrong with it is written beneath it only afterwards; at the end of a sheet it would stay below the edge.
  requestAnimationFrame(() => field.scrollIntoView({ block: 'center' }));
  const target = field.matches('fieldset') ? field.querySelector<HTMLElement>('input, button, select') : field;
  (target ?? field).focus({ preventScroll: true });
}
