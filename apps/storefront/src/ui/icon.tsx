import type { IconShape } from './icon-shape.ts';

type Props = {
  /** One of the constants of `icons.ts`. */
  name: IconShape;
  /** Edge in px. */
  size?: number;
  className?: string;
};

/** A decorative line icon; the words beside it carry the meaning, so it is hidden from screen readers. */
export function Icon({ name, size = 24, className }: Props) {
  return (
    <svg
      className={className ? `icon ${className}` : 'icon'}
      width={size}
      height={size}
      viewBox="0 0 24 24"
      aria-hidden="true"
    >
      {name.solid && <path className="icon-disc" d={name.solid} />}
      {name.line && <path d={name.line} />}
      {name.mark && (
        // An attribute: the page's policy allows no style attribute in prerendered markup.
        <path d={name.mark} strokeWidth={name.markWidth} stroke={name.solid ? 'var(--c-surface)' : undefined} />
      )}
    </svg>
  );
}
