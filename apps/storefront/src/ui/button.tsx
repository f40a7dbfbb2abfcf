import type { ReactNode } from 'react';

type Props = {
  kind?: 'primary' | 'secondary' | 'neutral' | 'text';
  block?: boolean;
  small?: boolean;
  /** Renders a link of the same look. */
  href?: string;
  onPress?: () => void;
  /** A press is under way: further presses do nothing, the look stays. */
  busy?: boolean;
  /** Cannot be pressed yet; stays in the focus order so that its words can be heard. */
  disabled?: boolean;
  type?: 'button' | 'submit';
  id?: string;
  /** Name for screen readers where the words alone are not enough. */
  label?: string;
  /** File name, for a link that downloads. */
  download?: string;
  children?: ReactNode;
};

/** A button or a link that looks like one. */
export function Button({
  kind = 'primary',
  block,
  small,
  href,
  onPress,
  busy,
  disabled,
  type = 'button',
  id,
  label,
  download,
  children,
}: Props) {
  const className = `button button-${kind}${block ? ' button-block' : ''}${small ? ' button-small' : ''}`;
  if (href !== undefined && !disabled) {
    return (
      <a className={className} href={href} id={id} aria-label={label} download={download} onClick={onPress}>
        {children}
      </a>
    );
  }
  return (
    <button
      type={type}
      className={className}
      id={id}
      aria-label={label}
      aria-busy={busy || undefined}
      aria-disabled={disabled || undefined}
      onClick={(event) => {
        if (busy || disabled) event.preventDefault();
        else onPress?.();
      }}
    >
      {children}
    </button>
  );
}
