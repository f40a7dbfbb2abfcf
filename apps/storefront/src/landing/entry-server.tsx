import type { ProductInfoValue } from '@huimin/contract';
import { renderToString } from 'react-dom/server';
import { App } from '../app/app.tsx';
import type { AppParts } from '../app/app-parts.ts';
import { HOME_ROUTE } from '../app/home-route.ts';
import { saleStateAt } from '../app/sale-window-watch.ts';
import { plainChannel } from '../channel/plain.ts';
import { provideLandingParts } from './server-parts.ts';

provideLandingParts();

export { themeCss } from '../app/theme.ts';

/** The landing page's markup for `#root`, as the browser's first rendering makes it. Throws when a page cannot render. */
export function renderLanding(product: ProductInfoValue, nowMs: number): string {
  return renderToString(<App {...landingParts(product, nowMs)} />);
}

function landingParts(product: ProductInfoValue, nowMs: number): AppParts {
  const route = HOME_ROUTE;
  if (!route.page) throw new Error('the landing page has no component');
  const visit = { route, Page: route.page, path: route.path, search: '', key: '', returned: false };
  return {
    client: {
      call: () => {
        throw new Error('prerendering makes no calls');
      },
    },
    products: fixed(product),
    saleState: fixed(saleStateAt(product, nowMs)),
    navigation: {
      ...fixed({ visit, pending: false, failure: null }),
      navigate: nothing,
      from: () => ({ navigate: nothing, goBack: nothing }),
      retry: nothing,
    },
    environment: { serverClock: { now: () => nowMs, offsetMs: () => 0 }, channel: plainChannel },
    pendingCalls: fixed(0),
    onScreenError: nothing,
  };
}

function nothing(): void {}

function fixed<T>(value: T): { get: () => T; subscribe: () => () => void } {
  return { get: () => value, subscribe: () => nothing };
}
