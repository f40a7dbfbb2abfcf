import { BESIDE, chosenRow } from './chosen-row.ts';
import { useKeys } from './use-keys.ts';

const MENU_OPENER = '.ant-dropdown-open';

/** Gives the focus to what is chosen beside its list, after it was drawn. */
export function focusBeside(): void {
  requestAnimationFrame(() => {
    const one = document.querySelector<HTMLElement>(BESIDE);
    if (!one) return;
    one.tabIndex = -1;
    one.focus({ preventScroll: true });
  });
}

/** Back to the chosen row, where the focus is in what stands beside it. */
function focusRow(): void {
  const { activeElement } = document;
  if (!activeElement?.closest(BESIDE) || activeElement.matches(MENU_OPENER)) return;
  (chosenRow()?.querySelector<HTMLElement>('a, button') ?? document.getElementById('main'))?.focus();
}

/** By the keyboard alone: from a list to what is chosen of it, without every row between, and back. */
export function useBesideKeys(): void {
  useKeys({ Enter: focusBeside, Escape: focusRow }, [
    ['回车', '到选中那一件的详情'],
    ['Esc', '从详情回到列表'],
  ]);
}
