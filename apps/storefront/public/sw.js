// Shows the landing page of the last visit at once, and fetches the present one for the next. The app itself asks for the
// product and the server's time whenever it starts, as on a page that was left open. Nothing personal is kept: the page is
// the same for everybody. Everything but `/` and the files that the kept page names goes to the network as ever.
const CACHE = 'landing-1';
/** Files of screens that are to open without a network too: those that the app named last. */
const SCREENS = 'screens-1';
const MOST_FILES = 80;
/** One list after the other: the last one said is the one that stays. */
let keeping = Promise.resolve();
const KEPT_FOR_MS = 24 * 60 * 60 * 1000;

self.addEventListener('install', (event) => {
  self.skipWaiting();
  event.waitUntil(keepOpenPages());
});
self.addEventListener('activate', (event) => event.waitUntil(dropFormerCaches()));
self.addEventListener('message', (event) => {
  const { data } = event;
  if (!data || !Array.isArray(data.keepFiles)) return;
  keeping = keeping.then(() => keepScreens(data.keepFiles));
  event.waitUntil(keeping);
});
self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname, searchParams } = new URL(request.url);
  if (origin !== self.location.origin || request.method !== 'GET') return;
  // The way back from the messaging app's sign page is answered by the server with another page.
  if (searchParams.has('from_wxpay')) return;
  if (request.mode === 'navigate' && pathname === '/') event.respondWith(answerPage(event));
  else if (pathname.startsWith('/assets/')) event.respondWith(answerFile(request));
});

/** One page per edition; what else an address carries is read in the browser. */
function pageKey(address) {
  const productId = new URL(address).searchParams.get('productId');
  return productId === null ? '/' : `/?productId=${encodeURIComponent(productId)}`;
}

async function answerPage(event) {
  const { request } = event;
  const key = pageKey(request.url);
  // Reloading means: the present one.
  const reloads = request.cache === 'reload' || request.cache === 'no-cache';
  const kept = reloads ? undefined : await keptPage(key);
  if (!kept) {
    try {
      const answer = await fetch(request);
      event.waitUntil(keepPage(key, 'force-cache').catch(() => {}));
      return answer;
    } catch (problem) {
      // Without a network an old page is better than none: it says that there is no network.
      const cache = await caches.open(CACHE);
      const old = (await cache.match(key)) || (await cache.match('/'));
      if (!old) throw problem;
      return old;
    }
  }
  event.waitUntil(keepPage(key, 'no-cache').catch(() => {}));
  return kept;
}

async function keptPage(key) {
  const page = await (await caches.open(CACHE)).match(key);
  const ageMs = page ? Date.now() - Date.parse(page.headers.get('date')) : Number.NaN;
  return Math.abs(ageMs) < KEPT_FOR_MS ? page : undefined;
}

async function answerFile(request) {
  return (await caches.match(request.url)) || fetch(request);
}

/** Keeps these files and no others. They are named by their content, so that what is there is right. */
async function keepScreens(files) {
  const wanted = files
    .filter((file) => typeof file === 'string' && /^\/assets\/[\w.-]+$/.test(file))
    .slice(0, MOST_FILES);
  const cache = await caches.open(SCREENS);
  for (const file of wanted) if (!(await cache.match(file))) await cache.add(file).catch(() => {});
  for (const { url } of await cache.keys()) if (!wanted.includes(new URL(url).pathname)) await cache.delete(url);
}

async function keepOpenPages() {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const keys = new Set(pages.filter(({ url }) => new URL(url).pathname === '/').map(({ url }) => pageKey(url)));
  // The browser has just shown them, so its own cache has them.
  await Promise.all([...keys].map((key) => keepPage(key, 'force-cache').catch(() => {})));
}

/** Keeps the page together with the scripts it starts with, so that a release in between cannot break it. */
async function keepPage(key, mode) {
  const page = await fetch(key, { cache: mode });
  if (!page.ok || page.redirected) return;
  const cache = await caches.open(CACHE);
  const files = [...(await page.clone().text()).matchAll(/<script[^>]* src="(\/assets\/[\w.-]+)"/g)].map(
    ([, file]) => file,
  );
  for (const file of files) if (!(await cache.match(file))) await cache.add(file);
  await cache.put(key, page);
  await dropUnusedFiles(cache);
}

async function dropUnusedFiles(cache) {
  const kept = await cache.keys();
  const isPage = ({ url }) => new URL(url).pathname === '/';
  const pages = await Promise.all(kept.filter(isPage).map(async (page) => (await cache.match(page)).text()));
  for (const file of kept) {
    const named = pages.some((html) => html.includes(`"${new URL(file.url).pathname}"`));
    if (!isPage(file) && !named) await cache.delete(file);
  }
}

async function dropFormerCaches() {
  for (const name of await caches.keys()) if (name !== CACHE && name !== SCREENS) await caches.delete(name);
}
