// Runs before the first paint, in every browser: keep to old syntax. The build puts it into the page with its hash.
(() => {
  var root = document.documentElement;
  var ahead = document.createElement('link');
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
})();
