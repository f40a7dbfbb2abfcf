import { useEffect } from 'react';

/** What the shown screen hands on instead of the home page. */
export interface ScreenCard {
  readonly articleId: string;
  readonly title: string;
  readonly content: string;
  readonly image: string;
}

/** Whether the messaging app's own menu hands on our card: not known yet, yes, or it would not take it. */
export type ShareMenuState = 'pending' | 'ready' | 'failed';

let screenCard: ScreenCard | null = null;
let menuState: ShareMenuState = 'pending';
const listeners = new Set<() => void>();

export function currentScreenCard(): ScreenCard | null {
  return screenCard;
}

/** Calls whenever another card is to be handed on. */
export function onScreenCard(listener: () => void): void {
  listeners.add(listener);
}

/** While this screen is shown, the messaging app's menu hands on its card. */
export function useScreenCard(card: ScreenCard | null): void {
  useEffect(() => {
    if (card === null) return;
    setScreenCard(card);
    return () => setScreenCard(null);
  }, [card]);
}

function setScreenCard(card: ScreenCard | null): void {
  screenCard = card;
  for (const listener of listeners) listener();
}

export function shareMenuState(): ShareMenuState {
  return menuState;
}

export function setShareMenuState(state: ShareMenuState): void {
  menuState = state;
}

const VISIT_KEY = 'huimin-share-visit';
type Keeper = Pick<Storage, 'getItem' | 'setItem'> | null;

/** Keeps what the server said of a share that was opened here, for an order within the next weeks. */
export function keepShareVisit(storage: Keeper, visit: string): void {
  try {
    storage?.setItem(VISIT_KEY, visit);
  } catch {
    // Without storage a share counts as long as it stands in the address.
  }
}

/** What is kept of the last opened share, or undefined. */
export function keptShareVisit(storage: Keeper): string | undefined {
  try {
    const visit = storage?.getItem(VISIT_KEY);
    return visit && visit.length <= 64 ? visit : undefined;
  } catch {
    return undefined;
  }
}
