import { createContext, useContext, useMemo } from 'react';

/** How a screen moves on. A plain link `<a href="#/orders">` does the same as `navigate('/orders')`. */
export interface Navigator {
  /** Goes to a route: `navigate('/orders')`, `navigate('/pay?orderNo=…', {replace: true})`. Kept parameters are added. */
  navigate(to: string, options?: { replace?: boolean }): void;
  /** Back inside the app, or to `fallback` (a route) when this screen was opened from outside. */
  goBack(fallback: string): void;
}

export interface ShownScreen {
  readonly navigator: Navigator;
  /** Query of the hash, without the question mark. */
  readonly search: string;
}

export const ScreenContext = createContext<ShownScreen | null>(null);

function useScreen(): ShownScreen {
  const screen = useContext(ScreenContext);
  if (!screen) throw new Error('a page was rendered outside the app');
  return screen;
}

/** The way to other screens. */
export function useNavigation(): Navigator {
  return useScreen().navigator;
}

/** The shown screen's query parameters: `useQuery().get('orderNo')`. */
export function useQuery(): URLSearchParams {
  const { search } = useScreen();
  return useMemo(() => new URLSearchParams(search), [search]);
}
