import { describe, expect, it } from 'vitest';
import { createNavigation, type NavigationHost, type Visit } from './navigation.ts';
import type { Route } from './route.ts';
import type { RouteBook } from './route-book.ts';

const Index = () => null;
const Orders = () => null;
const Pay = () => null;
const load = async () => ({ default: Index });
const ROUTES: Route[] = [
  { name: 'index', path: '/index', aliases: ['/'], title: null, page: Index },
  { name: 'login', path: '/Login', aliases: ['/login'], title: '登录', load },
  { name: 'orders', path: '/orders', title: '我的订单', load },
  { name: 'pay', path: '/pay', title: '确认支付', wxAuth: true, load },
];
const PAGES: Record<string, typeof Index> = { orders: Orders, pay: Pay, login: Index };

/** A browser's address and history, as far as hash routes go. */
function browser(address: string) {
  const entries: { url: URL; state: unknown }[] = [{ url: new URL(address, 'https://h'), state: null }];
  let at = 0;
  const listeners: (() => void)[] = [];
  const here = () => entries[at] as { url: URL; state: unknown };
  const fire = () => {
    for (const listener of listeners) listener();
  };
  const host: NavigationHost = {
    location: {
      get pathname() {
        return here().url.pathname;
      },
      get search() {
        return here().url.search;
      },
      get hash() {
        return here().url.hash;
      },
    },
    history: {
      get state() {
        return here().state;
      },
      pushState(state, _, url) {
        entries.splice(at + 1, entries.length, { url: new URL(url, here().url), state });
        at += 1;
      },
      replaceState(state, _, url) {
        entries[at] = { url: new URL(url, here().url), state };
      },
      back() {
        at -= 1;
        fire();
      },
    },
    addEventListener: (_, listener) => listeners.push(listener),
  };
  return {
    host,
    address: () => here().url.pathname + here().url.search + here().url.hash,
    length: () => entries.length,
    /** A tap on `<a href="#/…">`: popstate and hashchange both come. */
    tapLink(hash: string) {
      entries.splice(at + 1, entries.length, { url: new URL(hash, here().url), state: null });
      at += 1;
      fire();
      fire();
    },
    forward() {
      at += 1;
      fire();
    },
  };
}

/** A table of screens that is there from the start. */
const WHOLE: RouteBook = { get: () => ROUTES, isWhole: () => true, load: async () => 'there' };

function setUp(address: string, routes = WHOLE) {
  const view = browser(address);
  const guarded: string[] = [];
  const loaded: string[] = [];
  const controls = {
    guard: async (_: Route): Promise<boolean> => true,
    load: async (route: Route): Promise<(typeof PAGES)[string] | 'offline' | 'stale' | 'leaving'> =>
      PAGES[route.name] as typeof Index,
  };
  let keys = 0;
  const navigation = createNavigation({
    host: view.host,
    routes,
    guard: (route) => {
      guarded.push(route.name);
      return controls.guard(route);
    },
    loadPage: (route) => {
      loaded.push(route.name);
      return controls.load(route);
    },
    newKey: () => `k${++keys}`,
  });
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  const shown = () => navigation.get().visit?.route.name ?? null;
  return { view, navigation, guarded, loaded, controls, settle, shown };
}

describe('navigation', () => {
  it('shows the eager first screen at once and puts the root address right', () => {
    const { view, navigation, shown } = setUp('/');
    navigation.start();
    expect(shown()).toBe('index');
    expect(view.address()).toBe('/#/index');
    expect(view.length()).toBe(1);
  });

  it('adopts kept parameters of the outer query once', () => {
    const { view, navigation } = setUp('/?shareCode=s&from=x#/index?area=320500');
    navigation.start();
    expect(view.address()).toBe('/?from=x#/index?area=320500&shareCode=s');
    expect(navigation.get().visit?.search).toBe('area=320500&shareCode=s');
  });

  it('keeps them over links, calls and back', async () => {
    const { view, navigation, settle, shown } = setUp('/?shareCode=s');
    navigation.start();
    view.tapLink('#/orders?page=2');
    await settle();
    expect(shown()).toBe('orders');
    expect(view.address()).toBe('/#/orders?page=2&shareCode=s');
    navigation.navigate('/pay?orderNo=1');
    await settle();
    expect(view.address()).toBe('/#/pay?orderNo=1&shareCode=s');
    navigation.goBack('/index');
    await settle();
    expect(view.address()).toBe('/#/orders?page=2&shareCode=s');
    expect(navigation.get().visit).toMatchObject({ returned: true });
  });

  it('counts the screen that is gone to, while it is fetched too, and no other view of the same one', async () => {
    const { view, navigation, controls, settle, shown } = setUp('/');
    expect(navigation.place()).toBe(0);
    navigation.start();
    expect(navigation.place()).toBe(1);
    let arrive = (_: typeof Orders) => {};
    controls.load = () => new Promise((resolve) => (arrive = resolve));
    view.tapLink('#/orders');
    await settle();
    expect([shown(), navigation.place()]).toEqual(['index', 2]);
    arrive(Orders);
    await settle();
    navigation.navigate('/orders?tab=paid', { replace: true });
    await settle();
    expect(navigation.place()).toBe(2);
    navigation.goBack('/index');
    await settle();
    expect([shown(), navigation.place()]).toEqual(['index', 3]);
  });

  it('finds routes by alias and sends unknown ones to index', async () => {
    const { view, navigation, settle, shown } = setUp('/#/login?area=320500');
    navigation.start();
    await settle();
    expect(shown()).toBe('login');
    view.tapLink('#/nowhere?x=1');
    await settle();
    expect(shown()).toBe('index');
    expect(view.address()).toBe('/#/index?area=320500');
  });

  it('shows the former screen until the next is there', async () => {
    const { navigation, controls, settle, shown } = setUp('/');
    navigation.start();
    let arrive = (_: typeof Index) => {};
    controls.load = () =>
      new Promise((resolve) => {
        arrive = resolve;
      });
    navigation.navigate('/orders');
    await settle();
    expect([shown(), navigation.get().pending]).toEqual(['index', true]);
    arrive(Orders);
    await settle();
    expect([shown(), navigation.get().pending]).toEqual(['orders', false]);
  });

  it('lets the later of two navigations win', async () => {
    const { navigation, controls, settle, shown } = setUp('/');
    navigation.start();
    const arrivals: Record<string, () => void> = {};
    controls.load = (route) =>
      new Promise((resolve) => {
        arrivals[route.name] = () => resolve(PAGES[route.name] as typeof Index);
      });
    navigation.navigate('/orders');
    navigation.navigate('/pay');
    await settle();
    arrivals.pay?.();
    await settle();
    arrivals.orders?.();
    await settle();
    expect(shown()).toBe('pay');
  });

  it('lets a screen that is being left put no other in the place of the one the person has gone to', async () => {
    const { view, navigation, controls, settle, shown } = setUp('/#/pay');
    navigation.start();
    await settle();
    const pay = navigation.from(navigation.get().visit as Visit);
    const works = controls.load;
    let arrive = () => {};
    controls.load = (route) =>
      new Promise((resolve) => {
        arrive = () => resolve(PAGES[route.name] as typeof Index);
      });
    view.tapLink('#/orders');
    await settle();
    expect(shown()).toBe('pay');
    pay.navigate('/login', { replace: true });
    arrive();
    await settle();
    expect([shown(), view.address(), view.length()]).toEqual(['orders', '/#/orders', 2]);
    controls.load = works;
    pay.navigate('/login', { replace: true });
    await settle();
    expect(shown()).toBe('orders');
  });

  it('lets a screen that was left take nobody back from where they have gone', async () => {
    const { view, navigation, settle, shown } = setUp('/#/orders');
    navigation.start();
    await settle();
    navigation.navigate('/pay');
    await settle();
    const pay = navigation.from(navigation.get().visit as Visit);
    view.host.history.back();
    await settle();
    pay.goBack('/index');
    await settle();
    expect(shown()).toBe('orders');
    view.tapLink('#/pay');
    await settle();
    navigation.from(navigation.get().visit as Visit).goBack('/index');
    await settle();
    expect(shown()).toBe('orders');
  });

  it('lets a screen replace itself more than once before the next is there, and lets a person press on', async () => {
    const { view, navigation, settle, shown } = setUp('/#/orders');
    navigation.start();
    await settle();
    const orders = navigation.from(navigation.get().visit as Visit);
    orders.navigate('/orders?city=1', { replace: true });
    orders.navigate('/orders?city=2', { replace: true });
    await settle();
    expect([view.address(), view.length()]).toEqual(['/#/orders?city=2', 1]);
    view.tapLink('#/pay');
    orders.navigate('/login');
    await settle();
    expect([shown(), view.length()]).toEqual(['login', 3]);
  });

  it('stays where it is while the guard sends the browser elsewhere', async () => {
    const { navigation, controls, settle, shown } = setUp('/');
    navigation.start();
    controls.guard = async () => false;
    navigation.navigate('/pay');
    await settle();
    expect(shown()).toBe('index');
  });

  it('shows one screen per address: both events of a link are one visit', async () => {
    const { view, navigation, guarded, settle } = setUp('/');
    navigation.start();
    view.tapLink('#/orders');
    await settle();
    expect(guarded).toEqual(['index', 'orders']);
  });

  it('is not moved by an entry with the same address, as a sheet puts it on the history', async () => {
    const { view, navigation, settle } = setUp('/#/orders');
    navigation.start();
    await settle();
    const before = navigation.get().visit;
    view.host.history.pushState({ ...(view.host.history.state as object), openLayer: 1 }, '', '');
    view.host.history.back();
    await settle();
    expect(navigation.get().visit).toBe(before);
  });

  it.each(['offline', 'stale'] as const)('says that the screen could not be fetched: %s', async (failure) => {
    const { navigation, controls, settle, shown } = setUp('/');
    navigation.start();
    const works = controls.load;
    controls.load = async () => failure;
    navigation.navigate('/orders');
    await settle();
    expect(navigation.get()).toMatchObject({ failure, pending: false });
    controls.load = works;
    navigation.retry();
    await settle();
    expect([shown(), navigation.get().failure]).toEqual(['orders', null]);
  });

  it('leaves a failed screen when the person goes back', async () => {
    const { navigation, controls, settle, shown } = setUp('/');
    navigation.start();
    controls.load = async () => 'offline';
    navigation.navigate('/orders');
    await settle();
    navigation.goBack('/index');
    await settle();
    expect([shown(), navigation.get().failure]).toEqual(['index', null]);
  });

  it('goes to the fallback when there is nothing to go back to', async () => {
    const { view, navigation, settle, shown } = setUp('/#/orders');
    navigation.start();
    await settle();
    navigation.goBack('/index');
    await settle();
    expect(shown()).toBe('index');
    expect(view.length()).toBe(1);
  });

  it('does not go back out of itself from a screen that took the first one’s place', async () => {
    const { view, navigation, settle, shown } = setUp('/#/orders');
    navigation.start();
    await settle();
    navigation.navigate('/pay', { replace: true });
    await settle();
    navigation.goBack('/index');
    await settle();
    expect([shown(), view.length()]).toEqual(['index', 1]);
  });

  it('leaves no entry behind when it replaces', async () => {
    const { view, navigation, settle } = setUp('/');
    navigation.start();
    navigation.navigate('/orders', { replace: true });
    await settle();
    expect([view.address(), view.length()]).toEqual(['/#/orders', 1]);
  });

  it('fetches the table of screens for an address that the landing page does not need, and only then', async () => {
    const arrivals: ((loaded: 'there' | 'offline') => void)[] = [];
    let whole = false;
    const late: RouteBook = {
      get: () => (whole ? ROUTES : ROUTES.slice(0, 1)),
      isWhole: () => whole,
      load: () =>
        new Promise((resolve) => {
          arrivals.push((loaded) => {
            whole = loaded === 'there';
            resolve(loaded);
          });
        }),
    };
    const { view, navigation, settle, shown } = setUp('/', late);
    navigation.start();
    expect([shown(), arrivals.length]).toEqual(['index', 0]);
    navigation.navigate('/orders?page=2');
    await settle();
    expect([shown(), navigation.get().pending, arrivals.length]).toEqual(['index', true, 1]);
    arrivals[0]?.('offline');
    await settle();
    expect(navigation.get()).toMatchObject({ failure: 'offline', pending: false });
    // Left for what is there meanwhile: what comes of it then is no answer to that.
    navigation.retry();
    navigation.navigate('/index');
    await settle();
    expect(navigation.get()).toMatchObject({ failure: null, pending: false });
    arrivals[1]?.('offline');
    await settle();
    expect([shown(), navigation.get().failure]).toEqual(['index', null]);
    navigation.navigate('/orders?page=2');
    arrivals[2]?.('there');
    await settle();
    expect([shown(), view.address()]).toEqual(['orders', '/#/orders?page=2']);
  });
});
