import { useEffect } from 'react';

const LAYERS =
  '.ant-modal-root, .ant-drawer, .ant-dropdown, .ant-select-dropdown, .ant-picker-dropdown, .ant-popover, .door-over';
/** What can be found again by whoever looks for the focus. */
const PLACES = 'section, aside, form, search, li, tr, fieldset';

/** Where something stands: in which parents and at which place among their children, from within outward. */
type Standing = readonly { readonly parent: Element; readonly index: number }[];

/**
 * The focus is never lost. Dialogs, drawers and menus leave the page with whatever had the focus in them: what had it before
 * they came gets it back. Where that is gone, too, or cannot be pressed any more (a row that was dealt with, a button that
 * worked once), it goes to what stands in that place now, a row or panel, so that Tab does not begin at the menu again.
 */
export function useReturnFocus(): void {
  useEffect(() => {
    let last: HTMLElement | null = null;
    let before: HTMLElement | null = null;
    let standing: Standing = [];
    let frame = 0;
    const onFocus = ({ target }: FocusEvent) => {
      if (!(target instanceof HTMLElement) || target === document.body) return;
      // The browser's own round goes through the page's first link before the dialog takes the focus back.
      if (target.closest(LAYERS) === null && isDialogOpen()) return;
      last = target;
      if (target.closest(LAYERS) !== null) return;
      before = target;
      standing = standingOf(target);
    };
    const look = () => {
      frame = 0;
      if (last === null || document.activeElement !== document.body || holds(last)) return;
      if ([...document.querySelectorAll(LAYERS)].some((layer) => isLaidOut(layer.querySelector('[role]') ?? layer)))
        return;
      // A field that was made anew, as after a search, is the same to whoever types in it.
      const same = before && (before.isConnected ? before : madeAnew(before));
      if (same && holds(same)) same.focus({ preventScroll: true });
      else focusPlace(standing);
    };
    const lookSoon = () => {
      if (frame === 0) frame = requestAnimationFrame(look);
    };
    const observer = new MutationObserver(lookSoon);
    document.addEventListener('focusin', onFocus);
    document.addEventListener('focusout', lookSoon);
    observer.observe(document.body, {
      ...{ childList: true, subtree: true },
      ...{ attributes: true, attributeFilter: ['disabled', 'hidden'] },
    });
    return () => {
      cancelAnimationFrame(frame);
      document.removeEventListener('focusin', onFocus);
      document.removeEventListener('focusout', lookSoon);
      observer.disconnect();
    };
  }, []);
}

/** What stands now where this was, under the same id or of the same kind with the same name. */
function madeAnew(gone: HTMLElement): HTMLElement | null {
  if (gone.id !== '') return document.getElementById(gone.id);
  const name = nameOf(gone);
  const same = [...document.querySelectorAll<HTMLElement>(`#main ${gone.tagName}`)].filter(
    (one) => nameOf(one) === name,
  );
  const [one, other] = name === '' ? [] : same;
  return one !== undefined && other === undefined ? one : null;
}

const nameOf = (element: Element): string => element.getAttribute('aria-label') ?? element.textContent.trim();

const isDialogOpen = (): boolean =>
  [...document.querySelectorAll('[role="dialog"][aria-modal="true"]')].some(isLaidOut);

const isLaidOut = (element: Element): boolean => element.getClientRects().length > 0;

/** Whether it could have the focus: whoever pressed beside it took it away on purpose. */
const holds = (element: HTMLElement): boolean =>
  element.isConnected && isLaidOut(element) && !element.matches(':disabled') && element.closest('[inert]') === null;

function standingOf(element: Element): Standing {
  const standing: { parent: Element; index: number }[] = [];
  for (let at = element; at.parentElement !== null && at.id !== 'main'; at = at.parentElement)
    standing.push({ parent: at.parentElement, index: [...at.parentElement.children].indexOf(at) });
  return standing;
}

function focusPlace(standing: Standing): void {
  const main = document.getElementById('main');
  const left = standing.find(({ parent }) => parent.isConnected);
  const there = left && (left.parent.children[left.index] ?? left.parent.lastElementChild ?? left.parent);
  const place = there?.closest<HTMLElement>(PLACES);
  if (!place || !main?.contains(place) || !isLaidOut(place)) {
    main?.focus({ preventScroll: true });
    return;
  }
  if (!place.hasAttribute('tabindex')) {
    place.tabIndex = -1;
    place.addEventListener('blur', () => place.removeAttribute('tabindex'), { once: true });
  }
  place.focus({ preventScroll: true });
}
