// Runs before the first paint, in every browser: keep to old syntax. The build puts it into the page with its hash.
// biome-ignore lint/complexity/useArrowFunction: browsers without arrow functions are told so by this script
(function () {
  var root = document.documentElement;
  var ahead = document.createElement('link');
  var told;
  // A link pressed before the app is there leads on without what the address handed on; the app puts it back.
  self.entryHash = location.hash;
  // iOS before 14 has no BigInt, Android's WebView has lacked either until 76: the app does not start there.
  if (!self.BigInt || !Promise.allSettled) {
    told = document.createElement('script');
    told.src = 'OLD_BROWSER';
    document.head.appendChild(told);
  }
  try {
    if (localStorage.getItem('huimin-mode') === 'elder') root.setAttribute('data-mode', 'elder');
  } catch (_) {}
  // Another screen than the landing page: `#/`, `#/index`, each with or without a query.
  if (/^#!?\/(?!(index)?(\?|$))/.test(location.hash)) {
    root.setAttribute('data-boot', 'other');
    // The table of screens comes along with the app instead of after it.
    ahead.rel = 'modulepreload';
    ahead.href = 'ROUTE_TABLE';
    document.head.appendChild(ahead);
  }
  // The app's file or one that it needs did not come: said over the page, where every press would do nothing for ever.
  function tellLost(event) {
    if (event.target.type !== 'module') return;
    told = document.createElement('button');
    told.className = 'offline-banner button button-block';
    told.textContent = '网络不好，点这里重新加载';
    // biome-ignore lint/complexity/useArrowFunction: as above
    told.onclick = function () {
      location.reload();
    };
    document.body.insertBefore(told, document.body.firstChild);
  }
  addEventListener('error', tellLost, true);
})();
