/** What is chosen of a list, beside it. */
export const BESIDE = ':is(.list-beside, .rc-work) > aside';
const ROW = ':is(.list-beside, .rc-work, .long-list) tr[aria-selected="true"]';

export const chosenRow = (): HTMLElement | null => document.querySelector(ROW);

/**
 * Gives the focus to the row that J or K chose, after it was drawn: Enter is for that row then, and no more for the button
 * that was pressed before. Whoever is in what stands beside the list stays there.
 */
export function focusChosenRow(): void {
  requestAnimationFrame(() => {
    const row = chosenRow();
    if (row === null || document.activeElement?.closest(BESIDE)) return;
    row.tabIndex = -1;
    row.focus({ preventScroll: true });
  });
}
