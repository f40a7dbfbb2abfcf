// Tells the shop's page, which opened the cashier in a frame, how it ended.
const result = document.getElementById('cashier-result');
if (result && window.parent !== window) {
  window.parent.postMessage(
    { source: 'sandbox-cashier', result: result.dataset.result, detail: result.dataset.detail },
    result.dataset.shopOrigin,
  );
}
