// The sandbox's front script: the same `wx` and `WeixinJSBridge` as inside WeChat, checked against the sandbox.
// It needs, in the shop's CSP, the sandbox's origin under script-src, connect-src and frame-src. No eval, no inline code.
(() => {
  const origin = new URL(document.currentScript.src).origin;
  const inWechat = /MicroMessenger/i.test(navigator.userAgent);
  const pageAddress = () => location.href.split('#')[0];
  const call = (fn, value) => {
    if (typeof fn === 'function') fn(value);
  };

  let state = 'new';
  let configError;
  let allowed = [];
  let appId = '';
  const readyCalls = [];
  let errorCall;

  const finishConfig = (errMsg, debug) => {
    if (debug) console.log(`wx ${errMsg}`);
    if (errMsg === 'config:ok') {
      state = 'ready';
      for (const fn of readyCalls.splice(0)) fn();
      return;
    }
    state = 'failed';
    configError = { errMsg };
    call(errorCall, configError);
  };

  const config = (options) => {
    // Outside WeChat the real script stays silent too.
    if (!inWechat) return;
    state = 'asking';
    allowed = options.jsApiList || [];
    appId = String(options.appId);
    const query = new URLSearchParams({
      appId: String(options.appId),
      timestamp: String(options.timestamp),
      nonceStr: String(options.nonceStr),
      signature: String(options.signature),
      url: pageAddress(),
    });
    fetch(`${origin}/_wx/verify-js?${query}`)
      .then((response) => response.json())
      .then(
        (answer) => finishConfig(answer.errMsg, options.debug),
        () => finishConfig('config:fail, the sandbox could not be reached', options.debug),
      );
  };

  /** Ends a call in the way of the real script: success or fail, then complete. */
  const end = (options, errMsg, more) => {
    const result = { ...more, errMsg };
    if (/:ok$/.test(errMsg)) call(options.success, result);
    else if (/:cancel$/.test(errMsg)) call(options.cancel, result);
    else call(options.fail, result);
    call(options.complete, result);
  };

  const whenAllowed = (name, act) => (options) => {
    const given = options || {};
    if (!inWechat) return;
    if (state !== 'ready' || !allowed.includes(name)) {
      end(given, `${name}:permission denied`);
      return;
    }
    act(given);
  };

  const share = (name) =>
    whenAllowed(name, (options) => {
      const { title, desc, link, imgUrl } = options;
      const data = { title, desc, link, imgUrl };
      window.__wxShareData = { ...window.__wxShareData, [name]: data };
      fetch(`${origin}/_wx/share`, { method: 'POST', body: JSON.stringify({ call: name, page: pageAddress(), data }) })
        .then((response) => response.json())
        .then(
          (answer) => end(options, answer.errMsg),
          () => end(options, `${name}:fail`),
        );
    });

  const quiet = (name) =>
    whenAllowed(name, (options) => {
      window.__wxMenu = { ...window.__wxMenu, [name]: options.menuList || true };
      end(options, `${name}:ok`);
    });

  const openCashier = (params, done, native) => {
    const query = new URLSearchParams({ page: location.href, ...(native ? { native: '1' } : {}) });
    for (const name of ['appId', 'timeStamp', 'nonceStr', 'package', 'signType', 'paySign']) {
      // The real bridge refuses anything but strings, above all a numeric timeStamp.
      if (typeof params[name] !== 'string') {
        done('fail', `${name} must be a string`);
        return;
      }
      query.set(name, params[name]);
    }
    const frame = document.createElement('iframe');
    frame.title = '微信支付';
    frame.dataset.testid = 'wechat-cashier';
    frame.src = `${origin}/_wx/cashier?${query}`;
    Object.assign(frame.style, {
      position: 'fixed',
      inset: '0',
      width: '100%',
      height: '100%',
      border: '0',
      background: '#fff',
      zIndex: '2147483647',
    });
    const before = document.activeElement;
    const listen = (event) => {
      if (event.origin !== origin || event.source !== frame.contentWindow) return;
      if (event.data?.source !== 'sandbox-cashier') return;
      window.removeEventListener('message', listen);
      frame.remove();
      if (before instanceof HTMLElement) before.focus();
      if (event.data.result !== 'none') done(event.data.result, event.data.detail);
    };
    window.addEventListener('message', listen);
    document.body.append(frame);
    frame.addEventListener('load', () => frame.contentWindow?.focus(), { once: true });
  };

  window.wx = {
    config,
    ready: (fn) => {
      if (state === 'ready') fn();
      else readyCalls.push(fn);
    },
    error: (fn) => {
      errorCall = fn;
      if (configError) fn(configError);
    },
    checkJsApi: (options) => {
      if (!inWechat) return;
      const checkResult = {};
      for (const name of options.jsApiList || []) checkResult[name] = name in window.wx;
      end(options, 'checkJsApi:ok', { checkResult });
    },
    updateAppMessageShareData: share('updateAppMessageShareData'),
    updateTimelineShareData: share('updateTimelineShareData'),
    onMenuShareAppMessage: share('onMenuShareAppMessage'),
    onMenuShareTimeline: share('onMenuShareTimeline'),
    hideMenuItems: quiet('hideMenuItems'),
    showMenuItems: quiet('showMenuItems'),
    hideOptionMenu: quiet('hideOptionMenu'),
    showOptionMenu: quiet('showOptionMenu'),
    closeWindow: quiet('closeWindow'),
    chooseWXPay: whenAllowed('chooseWXPay', (options) => {
      const { timestamp, nonceStr, signType, paySign } = options;
      const params = { appId, timeStamp: String(timestamp), nonceStr, package: options.package, signType, paySign };
      openCashier(params, (result, detail) => end(options, `chooseWXPay:${result}`, { detail }));
    }),
    miniProgram: {
      getEnv: (fn) => {
        if (inWechat) fn({ miniprogram: window.__wxjs_environment === 'miniprogram' });
      },
      // The mini-program's native page, which asks for the money and comes back; the web page is not told how it ended.
      navigateTo: (options) => {
        if (!inWechat || window.__wxjs_environment !== 'miniprogram') return;
        const [path, search] = String(options.url).split('?');
        if (path !== '/pages/pay/index') {
          end(options, 'navigateTo:fail page not found');
          return;
        }
        openCashier(Object.fromEntries(new URLSearchParams(search)), () => {}, true);
        end(options, 'navigateTo:ok');
      },
    },
  };

  if (!inWechat || window.WeixinJSBridge) return;
  const bridge = {
    invoke: (name, params, done) => {
      if (name !== 'getBrandWCPayRequest') {
        call(done, { err_msg: `${name}:fail_no_such_function` });
        return;
      }
      openCashier(params, (result, detail) => {
        call(done, { err_msg: `get_brand_wcpay_request:${result}`, ...(detail ? { err_desc: detail } : {}) });
      });
    },
    call: () => {},
    on: () => {},
  };
  // The client puts its bridge into the page some time after the page's own scripts have begun.
  setTimeout(() => {
    window.WeixinJSBridge = bridge;
    document.dispatchEvent(new Event('WeixinJSBridgeReady'));
  }, 0);
})();
