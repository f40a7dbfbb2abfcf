import { expect, test } from 'vitest';
import { createSdkSharing, type SdkParts, type SdkSignature, type WechatSdk } from './wechat-sdk.ts';

const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) MicroMessenger/8.0.47';
const ANDROID = 'Mozilla/5.0 (Linux; Android 13) MicroMessenger/8.0.47';
const ENTRY = 'https://shop.example.cn/?shareCode=a1&from=singlemessage';
const PRESENT = 'https://shop.example.cn/?from=singlemessage';
const CARD = { page: `${PRESENT}#/index`, title: '苏民安', content: '先看清楚', image: 'https://i/1.png' };
const CARDS = { friend: CARD, moments: { ...CARD, page: `${PRESENT}#/index?shareFrom=moments` } };

/** A client that checks the signature against one address, and behaves as the real script does around `ready`. */
function client(options: { checks: string; says?: string; old?: boolean; denies?: boolean }) {
  const configured: string[] = [];
  const shown: object[] = [];
  const menus: unknown[] = [];
  let complaint: ((problem: { errMsg?: string }) => void) | undefined;
  let waiting: (() => void)[] = [];
  let answered = false;
  const share = (data: { success(): void; fail(problem: object): void; link: string }) => {
    shown.push(data);
    if (options.denies) data.fail({ errMsg: 'updateAppMessageShareData:permission denied' });
    else if (!options.old) data.success();
  };
  const sdk: WechatSdk = {
    config({ signature }) {
      configured.push(signature);
      const good = signature === `signed ${options.checks}`;
      queueMicrotask(() => {
        if (!good) complaint?.({ errMsg: options.says ?? 'config:invalid signature' });
        answered = true;
        // The real script calls these after a refusal, too.
        for (const run of waiting.splice(0)) run();
      });
    },
    ready: (run) => (answered ? run() : void waiting.push(run)),
    error: (run) => {
      complaint = run;
    },
    ...(options.old
      ? { onMenuShareAppMessage: share, onMenuShareTimeline: share }
      : { updateAppMessageShareData: share, updateTimelineShareData: share }),
    hideMenuItems: ({ menuList }) => menus.push(['hide', ...menuList]),
    showMenuItems: ({ menuList }) => menus.push(['show', ...menuList]),
  };
  waiting = [];
  return { sdk, configured, shown, menus };
}

function sharing(sdk: WechatSdk | undefined, more: Partial<SdkParts> = {}) {
  const signed: string[] = [];
  const made = createSdkSharing({
    sdk: () => sdk,
    sign: async (url): Promise<SdkSignature> => {
      signed.push(url);
      return { appId: 'wx1', timestamp: 1, nonceStr: 'n', signature: `signed ${url}` };
    },
    userAgent: ANDROID,
    entryAddress: ENTRY,
    address: () => PRESENT,
    // Silence is an answer here too, soon after everything that is said.
    timers: { set: (run) => setTimeout(run, 5), clear: (id) => clearTimeout(id as NodeJS.Timeout) },
    ...more,
  });
  return { made, signed };
}

test.each([
  ['Android, checked by the present address', ANDROID, PRESENT, [PRESENT]],
  ['Android, checked by the first one', ANDROID, ENTRY, [PRESENT, ENTRY]],
  ['iOS, checked by the first address', IPHONE, ENTRY, [ENTRY]],
  ['iOS, checked by the present one', IPHONE, PRESENT, [ENTRY, PRESENT]],
])('%s', async (_what, userAgent, checks, expected) => {
  const { sdk } = client({ checks });
  const { made, signed } = sharing(sdk, { userAgent });
  expect(await made.configure()).toBe('ready');
  expect(signed).toEqual(expected);
});

test('both refused is the end of it: two configurations, no loop', async () => {
  const { sdk, configured } = client({ checks: 'https://elsewhere/' });
  expect(await sharing(sdk).made.configure()).toBe('refused');
  expect(configured).toHaveLength(2);
});

test('one address is signed once; a refusal for another reason is not tried again', async () => {
  const one = client({ checks: 'nothing' });
  expect(await sharing(one.sdk, { entryAddress: PRESENT }).made.configure()).toBe('refused');
  expect(one.configured).toHaveLength(1);
  const domain = client({ checks: 'nothing', says: 'config:invalid url domain' });
  expect(await sharing(domain.sdk).made.configure()).toBe('refused');
  expect(domain.configured).toHaveLength(1);
});

test('without script or signature it says which', async () => {
  expect(await sharing(undefined).made.configure()).toBe('no-script');
  const { sdk, configured } = client({ checks: PRESENT });
  expect(await sharing(sdk, { sign: async () => null }).made.configure()).toBe('no-signature');
  expect(configured).toEqual([]);
  expect(await sharing(undefined).made.handOut(CARDS)).toBe(false);
});

test('a card goes to friends and to moments; without one the menu offers neither', async () => {
  const { sdk, shown, menus } = client({ checks: PRESENT });
  const { made } = sharing(sdk);
  expect(await made.handOut(CARDS)).toBe(true);
  expect(shown.map((one) => (one as { link: string }).link)).toEqual([CARD.page, CARDS.moments.page]);
  expect(shown[0]).toMatchObject({ title: '苏民安', desc: '先看清楚', link: CARD.page, imgUrl: CARD.image });
  await made.handOut(null);
  expect(menus).toEqual([
    ['show', 'menuItem:share:appMessage', 'menuItem:share:timeline'],
    ['hide', 'menuItem:share:appMessage', 'menuItem:share:timeline'],
  ]);
});

test('an old client is told by its own calls, and its silence is taken for yes; a refusal is a no', async () => {
  const old = client({ checks: PRESENT, old: true });
  expect(await sharing(old.sdk).made.handOut(CARDS)).toBe(true);
  expect(old.shown).toHaveLength(2);
  const refusing = client({ checks: PRESENT, denies: true });
  expect(await sharing(refusing.sdk).made.handOut(CARDS)).toBe(false);
  expect(await sharing({ config() {}, ready() {}, error() {} }).made.handOut(CARDS)).toBe(false);
});
