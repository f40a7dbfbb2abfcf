/**
 * What is behind the top sheet or dialog cannot be reached: `inert` where the browser knows it, `aria-hidden` and a
 * focus that stays inside everywhere. Not the browser's own modal `<dialog>`: its top layer would lie over the
 * loading panel and the toasts, and neither iOS 14 nor WebView 78 handles it alike.
 */

const stack: HTMLElement[] = [];
const EXEMPT = 'data-over-layers';

const FOCUSABLE =
  'a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex]:not([tabindex="-1"])';

/** What Tab can reach inside, in order. */
export function focusableIn(root: HTMLElement): HTMLElement[] {
  return Array.from(root.querySelectorAll<HTMLElement>(FOCUSABLE)).filter(
    (element) => !element.hasAttribute('disabled') && !element.closest('[hidden]'),
  );
}

function refresh(): void {
  const top = stack[stack.length - 1];
  for (const element of Array.from(document.body.children)) {
    const behind = top !== undefined && element !== top && !element.hasAttribute(EXEMPT);
    if (behind && !element.hasAttribute('data-behind')) {
      element.setAttribute('data-behind', '');
      element.setAttribute('inert', '');
      element.setAttribute('aria-hidden', 'true');
    } else if (!behind && element.hasAttribute('data-behind')) {
      element.removeAttribute('data-behind');
      element.removeAttribute('inert');
      element.removeAttribute('aria-hidden');
    }
  }
  document.documentElement.classList.toggle('scroll-locked', top !== undefined);
}

/**
 * Puts a layer (a child of `body`) on top, moves the focus into it and keeps it there. Escape calls `onEscape`.
 * The answer takes it off again and gives the focus back.
 */
export function openModal(layer: HTMLElement, onEscape: () => void): () => void {
  const opener = document.activeElement;
  stack.push(layer);
  refresh();
  const first = layer.querySelector<HTMLElement>('[data-first-focus]') ?? layer.querySelector<HTMLElement>('[role]');
  first?.focus();

  const onKey = (event: KeyboardEvent) => {
    if (stack[stack.length - 1] !== layer) return;
    if (event.key === 'Escape') {
      event.preventDefault();
      onEscape();
      return;
    }
    if (event.key !== 'Tab') return;
    const stops = focusableIn(layer);
    const from = document.activeElement as HTMLElement | null;
    const edge = event.shiftKey ? stops[0] : stops[stops.length - 1];
    const outside = !from || !layer.contains(from) || !stops.includes(from);
    if (from === edge || stops.length === 0 || (outside && event.shiftKey)) {
      event.preventDefault();
      (event.shiftKey ? stops[stops.length - 1] : stops[0])?.focus();
    }
  };
  // Without `inert` a tap behind or a screen reader can still move the focus out: bring it back.
  const onFocus = (event: FocusEvent) => {
    if (stack[stack.length - 1] !== layer || layer.contains(event.target as Node)) return;
    if ((event.target as HTMLElement).closest?.(`[${EXEMPT}]`)) return;
    first?.focus();
  };
  document.addEventListener('keydown', onKey);
  document.addEventListener('focusin', onFocus);

  return () => {
    document.removeEventListener('keydown', onKey);
    document.removeEventListener('focusin', onFocus);
    const at = stack.indexOf(layer);
    if (at >= 0) stack.splice(at, 1);
    refresh();
    if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true });
  };
}
