import type { ProductInfoValue } from '@huimin/contract';
import { API_BASE_PATH } from '@huimin/contract/wire';
import { startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { calls } from '../api/calls.ts';
import { createClient } from '../api/client.ts';
import { withEarlyAnswers } from '../api/early-answers.ts';
import { browserStorage } from '../channel/browser-storage.ts';
import { detectChannel } from '../channel/detect-channel.ts';
import { holdPrerenderedMarkup } from '../context/kept-markup.tsx';
import type { SaleState } from '../context/product-context.ts';
import { recordedFetch } from '../context/recording.ts';
import { isKnownLoggedOut } from '../features/account/login-memory.ts';
import { keptOrderCount, keptPaperCount } from '../features/kept-papers/kept-count.ts';
import { App } from './app.tsx';
import type { AppParts } from './app-parts.ts';
import { askAhead } from './ask-ahead.ts';
import { createCarriedTap } from './carried-tap.ts';
import { hashFor } from './hash-location.ts';
import { HOME_ROUTE } from './home-route.ts';
import { createChunkLoader, createPageLoader } from './load-page.ts';
import { createMonitoring } from './monitoring.ts';
import { createNavigation, type Navigation } from './navigation.ts';
import { createReplyCodeHandling } from './on-reply-code.ts';
import { afterLoadAndIdle, prefetchNextScreens, savesData, whenUsed } from './prefetch.ts';
import { createProductStore } from './product-store.ts';
import { asRendered } from './readable.ts';
import { createRecordingLoader } from './recording-loader.ts';
import { createRouteBook, type RouteBook } from './route-book.ts';
import { createSaleWindowWatch } from './sale-window-watch.ts';
import { createServerClock } from './server-clock.ts';
import { serverReachable } from './server-reachable.ts';
import { StartFailure } from './start-failure.tsx';
import { createValue } from './value.ts';
import { createWechatGuard } from './wechat-guard.ts';

const clock = { now: () => Date.now() };
const timers = {
  set: (run: () => void, delayMs: number): unknown => setTimeout(run, delayMs),
  clear: (id: unknown) => clearTimeout(id as number),
};

/** Puts the parts together in a browser and shows the first screen. */
export async function startApp(): Promise<void> {
  // iOS signs for what its web view was opened at, whatever becomes of the address since.
  const entryAddress = location.href;
  const { entryHash } = window as { entryHash?: string };
  if (entryHash && entryHash !== location.hash) history.replaceState(null, '', hashFor(location.hash, entryHash));
  const root = document.getElementById('root') as HTMLElement;
  const wantedEdition = wantedEditionCode();
  const inline = inlineProduct(wantedEdition);
  if (inline) holdPrerenderedMarkup(inline, root);
  const pendingCalls = createValue(0);
  const serverClock = createServerClock(clock);
  const sessionStorage = browserStorage('sessionStorage');
  const localStorage = browserStorage('localStorage');

  const monitoring = createMonitoring({
    send: (events, leaving) =>
      client.call(
        calls.reportClientEvent,
        { events: [...events] },
        { overlay: false, monitored: false, keepalive: leaving },
      ),
    timers,
    routeName: () => navigation.get().visit?.route.name,
    // The name of this file in its release, which tells it from every other.
    release: import.meta.url.slice(-14, -3),
  });
  const place = () => navigation.place();
  const navigate = (to: string) => navigation.navigate(to);
  const replyCodes = createReplyCodeHandling({
    navigate,
    askProduct: () => void products.reload(),
    askToLogIn: async (isWanted) =>
      (await import('./ask-to-log-in.ts')).askToLogIn({ isWanted, navigate, storage: sessionStorage }),
    // Without its chunk there is no network either, which the banner says.
    toast: (message) =>
      void import('../ui/toast.ts').then(
        (part) => part.toast(message),
        () => {},
      ),
    toastFailure: (failure) =>
      void Promise.all([import('../ui/toast.ts'), import('../api/no-reply-text.ts')]).then(
        ([{ toast }, { noReplyAdvice }]) => toast(noReplyAdvice(failure)),
        () => {},
      ),
    place,
  });
  const plainClient = createClient({
    fetch: recordedFetch,
    clock,
    timers,
    isOnline: () => navigator.onLine,
    place,
    onPendingChange: pendingCalls.set,
    onReplyCode: replyCodes.onReplyCode,
    onNetworkFailure: replyCodes.onNetworkFailure,
    report: monitoring.report,
    onServerTime: serverClock.note,
  });
  const client = withEarlyAnswers(plainClient, clock);
  const products = createProductStore({
    inline,
    load: async ({ quiet }) => {
      const input = { productId: wantedEdition };
      const reply = await client.call(calls.productInfo, input, { quietFailure: true, overlay: !quiet });
      if (!reply.ok) return null;
      // For a name of no edition the current one is answered; then the address hands none on.
      if (wantedEdition && wantedEdition !== reply.value.editionCode) {
        history.replaceState(history.state, '', location.href.replace(/productId=[^&#]*&?/g, ''));
      }
      return reply.value;
    },
    storage: localStorage,
    timers,
  });
  const channel = detectChannel(window);
  const carriedTap = createCarriedTap({
    ...{ page: document, storage: sessionStorage, clock, timers },
    showWaiting: (waits) => pendingCalls.set(waits ? 1 : 0),
  });
  const checkAuthorisation = createWechatGuard({
    canAuthorise: channel.canAuthorise,
    ask: async (state) => {
      const appId = products.get()?.appId ?? '';
      const reply = await client.call(calls.webAuthorisation, { appId, state }, { quietFailure: true });
      return reply.ok ? reply.value : null;
    },
    address: () => location.href,
    leaveFor: (url) => {
      carriedTap.leave();
      location.replace(url);
    },
    hasActed: carriedTap.hasActed,
    storage: sessionStorage,
    clock,
  });
  const loadChunk = createChunkLoader({
    clock,
    timers,
    storage: sessionStorage,
    serverReachable,
    reload: () => location.reload(),
  });
  const loadPage = createPageLoader(loadChunk);
  const routes = createRouteBook(loadChunk);
  const onFault = () => monitoring.report({ kind: 'script-error', call: 'recording' });
  const loadRecorder = () => import('../recording/start-recording.ts');
  const recording = createRecordingLoader({
    load: async () => {
      const { startRecording } = await loadRecorder();
      const storage = { local: localStorage, session: sessionStorage };
      await startRecording({ navigation, products, storage, channel, basePath: API_BASE_PATH, onFault });
    },
    timers,
    onFailure: onFault,
  });
  const navigation = createNavigation({
    host: window,
    routes,
    guard: async (route, isShown) => {
      // The landing page stands already when this is asked.
      await Promise.all([products.loadOnce(), route.recorded && !route.page ? recording.ready() : null]);
      return checkAuthorisation(route, isShown);
    },
    loadPage: (route) => {
      const product = products.get();
      // Of somebody who is not logged in the server would say so, in the middle of the way to the login.
      if (product && !isKnownLoggedOut()) askAhead(client, route.name, product.editionCode);
      return loadPage(route);
    },
    newKey: () => Math.random().toString(36).slice(2),
  });

  window.addEventListener('pagehide', monitoring.flush);
  window.addEventListener('error', () => monitoring.report({ kind: 'script-error', call: 'window' }));
  window.addEventListener('unhandledrejection', () => monitoring.report({ kind: 'script-error', call: 'promise' }));

  if (!(await products.begin())) {
    showRoot(root).render(<StartFailure online={navigator.onLine} />);
    return;
  }
  const saleState = createSaleWindowWatch({
    products,
    clock: serverClock,
    timers,
    rendered: inline && renderedSale(inline),
    onVisible,
  });
  const parts: AppParts = {
    client,
    products,
    saleState,
    navigation,
    environment: { serverClock, channel },
    pendingCalls,
    onScreenError: () => monitoring.report({ kind: 'script-error', call: 'screen' }),
  };
  products.subscribe(() => {
    const theme = products.get()?.theme;
    // The page came with its edition's theme; only a change since then needs the rules.
    if (theme && JSON.stringify(theme) !== JSON.stringify(inline?.theme)) {
      void import('./theme.ts').then(({ applyTheme }) => applyTheme(theme, document));
    }
  });
  navigation.start();
  mount(root, parts, inline);
  const askedMs = clock.now();
  const isVisible = () => document.visibilityState === 'visible';
  const watched = {
    products,
    askedMs,
    navigation,
    saleState,
    clock,
    timers,
    isVisible,
    onVisible,
    random: Math.random,
  };
  // Who leaves within a minute fetches nothing for it.
  timers.set(
    () =>
      void import('./product-watch.ts').then(
        ({ watchProduct }) => watchProduct(watched),
        () => {},
      ),
    60_000,
  );

  carriedTap.resume(afterLoadAndIdle);
  prefetchNextScreens(navigation, routes);
  // Who only looks and leaves has nothing to record. The recorder is there all the same when the first tap needs it.
  const isUsed = navigation.get().visit?.route !== HOME_ROUTE || localStorage?.getItem('huimin-recorded');
  const record = () => afterLoadAndIdle(() => void recording.ready());
  if (isUsed) record();
  else {
    whenUsed(record);
    if (!savesData())
      afterLoadAndIdle(() => {
        loadRecorder()
          .then(({ prepareRecording }) => prepareRecording())
          .catch(onFault);
      });
  }
  // The next visit begins with the page that this one saw. Not while developing, where files change under their names.
  if (import.meta.env.PROD && 'serviceWorker' in navigator) {
    afterLoadAndIdle(() => void navigator.serviceWorker.register('/sw.js').catch(() => {}));
    // After a release their screens have other files.
    if (keptPaperCount() + keptOrderCount() > 0) afterLoadAndIdle(() => void keepPaperScreens(routes));
  }
  if (channel.canAuthorise || /[?&](shareCode|wxauth)=/.test(location.href)) {
    const storage = { visit: localStorage, session: sessionStorage };
    const { jsSdkUrl = '', appId = '' } = products.get() ?? {};
    // A page that leaves for the authorisation comes back with the same address: a code in it is for that one.
    whenShown(navigation, () =>
      afterLoadAndIdle(() => {
        // A share that is not noted stops nobody.
        import('./start-sharing.ts').then(
          ({ startSharing }) => startSharing({ client, channel, entryAddress, timers, storage, jsSdkUrl, appId }),
          () => {},
        );
      }),
    );
  }
}

/** Runs once, as soon as a screen stays. */
function whenShown(navigation: Pick<Navigation, 'get' | 'subscribe'>, run: () => void): void {
  const isShown = () => navigation.get().visit !== null && !navigation.get().pending;
  if (isShown()) {
    run();
    return;
  }
  const stop = navigation.subscribe(() => {
    if (!isShown()) return;
    stop();
    run();
  });
}

/** Has the screens of kept vouchers and orders open without a network as this release has them. */
async function keepPaperScreens(routes: RouteBook): Promise<void> {
  if ((await routes.load()) !== 'there') return;
  const screens = routes.get().filter(({ name }) => ['voucher', 'voucher_list', 'orders'].includes(name));
  await Promise.all(screens.map((route) => route.load?.())).then(
    async () => (await import('../features/kept-papers/browser-kept-papers.ts')).keepLoadedScreens(),
    () => {},
  );
}

/** Takes over the prerendered landing, or draws the screen that was asked for instead of it. */
function mount(root: HTMLElement, parts: AppParts, inline: ProductInfoValue | null): void {
  const prerendered = root.firstElementChild !== null && parts.navigation.get().visit?.route.name === 'index';
  if (prerendered && inline) {
    document.documentElement.removeAttribute('data-boot');
    // As a transition, so that it is done in slices between which the page scrolls and answers.
    const rendered = {
      products: asRendered(parts.products),
      saleState: asRendered(parts.saleState),
      navigation: asRendered(parts.navigation),
    };
    startTransition(() => void hydrateRoot(root, <App {...parts} {...rendered} />));
    return;
  }
  const reactRoot = showRoot(root, () => parts.navigation.get().visit !== null);
  reactRoot.render(<App {...parts} />);
  if (parts.navigation.get().visit !== null) return;
  const stop = parts.navigation.subscribe(() => {
    const { visit, failure } = parts.navigation.get();
    if (visit === null && failure === null) return;
    document.documentElement.removeAttribute('data-boot');
    stop();
  });
}

function showRoot(root: HTMLElement, ready: () => boolean = () => true) {
  root.textContent = '';
  if (ready()) document.documentElement.removeAttribute('data-boot');
  return createRoot(root);
}

/** The edition that a shared address asks for; none for the current one. */
function wantedEditionCode(): string | undefined {
  // Of two, that of the hash stays. What cannot be a code is none.
  return /productId=([a-z\d]{2,20})/.exec(location.hash + location.search)?.[1];
}

function inlineProduct(wantedEdition: string | undefined): ProductInfoValue | null {
  const text = document.getElementById('product')?.textContent;
  if (!text) return null;
  const product: ProductInfoValue = JSON.parse(text);
  return !wantedEdition || wantedEdition === product.editionCode ? product : null;
}

/** The sale state that the page was rendered with. A page that an earlier release left with the phone says none. */
function renderedSale({ saleWindow }: ProductInfoValue): SaleState | null {
  const [when, way] = document.getElementById('product')?.dataset.sale?.split(' ') ?? [];
  if (way === undefined) return null;
  const flow = (['normal', 'early', 'mid'] as const).find((one) => one === way) ?? null;
  return { window: saleWindow, notYetOnSale: when === 'before', flow };
}

/** Whether the server answers at this moment, whatever it says. */
function onVisible(listener: () => void): void {
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && listener());
  window.addEventListener('pageshow', listener);
}
