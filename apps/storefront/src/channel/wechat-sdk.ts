import type { SharedCard } from './channel.ts';

/** The part of the messaging app's page script that is used here. */
export interface WechatSdk {
  config(options: SdkSignature & { debug: boolean; jsApiList: readonly string[] }): void;
  ready(run: () => void): void;
  error(run: (problem: { errMsg?: string }) => void): void;
  updateAppMessageShareData?(options: SdkShare): void;
  updateTimelineShareData?(options: SdkShare): void;
  /** Of clients before 6.7.2. */
  onMenuShareAppMessage?(options: SdkShare): void;
  onMenuShareTimeline?(options: SdkShare): void;
  hideMenuItems?(options: { menuList: readonly string[] }): void;
  showMenuItems?(options: { menuList: readonly string[] }): void;
}

interface SdkShare {
  title: string;
  desc: string;
  link: string;
  imgUrl: string;
  success(): void;
  fail(problem: { errMsg?: string }): void;
}

export interface SdkSignature {
  readonly appId: string;
  readonly timestamp: number;
  readonly nonceStr: string;
  readonly signature: string;
}

/**
 * `ready`: cards can be set. `no-script`: the script did not come. `no-signature`: the server could not sign. `refused`: the
 * messaging app took neither signature.
 */
export type SdkState = 'ready' | 'no-script' | 'no-signature' | 'refused';

export interface SdkParts {
  readonly sdk: () => WechatSdk | undefined;
  /** Null when there is none to be had now. */
  readonly sign: (url: string) => Promise<SdkSignature | null>;
  readonly userAgent: string;
  /** The address that the web view was first opened at, without fragment. */
  readonly entryAddress: string;
  /** The present one. */
  readonly address: () => string;
  readonly timers: { set(run: () => void, delayMs: number): unknown; clear(id: unknown): void };
}

const CALLS = [
  'updateAppMessageShareData',
  'updateTimelineShareData',
  'onMenuShareAppMessage',
  'onMenuShareTimeline',
  'hideMenuItems',
  'showMenuItems',
];
const SHARE_ITEMS = ['menuItem:share:appMessage', 'menuItem:share:timeline'];
/** A client that says nothing after so long has taken the signature: only refusals are always told. */
const VERDICT_MS = 4_000;

/** The same card, with an address for each way it can go. */
export interface MenuCards {
  readonly friend: SharedCard;
  readonly moments: SharedCard;
}

export interface SdkSharing {
  configure(): Promise<SdkState>;
  /** What the menu of the messaging app hands on; null takes sharing out of it. False when it was refused. */
  handOut(cards: MenuCards | null): Promise<boolean>;
}

/**
 * The messaging app's script, configured for this page. iOS checks the signature against the address first opened, others
 * against the present one; reports differ, so whatever is refused is tried once more with the other.
 */
export function createSdkSharing(parts: SdkParts): SdkSharing {
  /** Takes the verdict of the configuration that is under way. */
  let verdict: (problem: string | null) => void = () => {};
  let listens = false;

  function tryConfig(sdk: WechatSdk, signature: SdkSignature): Promise<string | null> {
    return new Promise((resolve) => {
      const timer = parts.timers.set(() => verdict(null), VERDICT_MS);
      verdict = (problem) => {
        verdict = () => {};
        parts.timers.clear(timer);
        resolve(problem);
      };
      if (!listens) {
        listens = true;
        sdk.error(({ errMsg = 'config:fail' }) => verdict(errMsg));
      }
      sdk.config({ ...signature, debug: false, jsApiList: CALLS });
      // Once it has an answer to an earlier configuration, the real script runs this at once: that says nothing of this one.
      let atOnce = true;
      sdk.ready(() => {
        if (!atOnce) verdict(null);
      });
      atOnce = false;
    });
  }

  return {
    async configure() {
      const sdk = parts.sdk();
      if (!sdk) return 'no-script';
      const isIos = /iPhone|iPad|iPod/.test(parts.userAgent);
      const present = parts.address();
      const inOrder = isIos ? [parts.entryAddress, present] : [present, parts.entryAddress];
      for (const url of new Set(inOrder)) {
        const signature = await parts.sign(url);
        if (signature === null) return 'no-signature';
        const problem = await tryConfig(sdk, signature);
        if (problem === null) return 'ready';
        if (!/invalid signature/.test(problem)) return 'refused';
      }
      return 'refused';
    },
    async handOut(cards) {
      const sdk = parts.sdk();
      if (!sdk) return false;
      if (cards === null) {
        sdk.hideMenuItems?.({ menuList: SHARE_ITEMS });
        return true;
      }
      sdk.showMenuItems?.({ menuList: SHARE_ITEMS });
      const set = await Promise.all([
        setCard(parts, cards.friend, sdk.updateAppMessageShareData ?? sdk.onMenuShareAppMessage),
        setCard(parts, cards.moments, sdk.updateTimelineShareData ?? sdk.onMenuShareTimeline),
      ]);
      return set.every(Boolean);
    },
  };
}

/** Old clients never say that they have done it; a refusal is said by all. */
function setCard(
  { timers }: SdkParts,
  { page, title, content, image }: SharedCard,
  set: ((options: SdkShare) => void) | undefined,
): Promise<boolean> {
  if (!set) return Promise.resolve(false);
  return new Promise((resolve) => {
    const timer = timers.set(() => resolve(true), VERDICT_MS);
    const end = (done: boolean) => {
      timers.clear(timer);
      resolve(done);
    };
    const words = { title, desc: content, link: page, imgUrl: image };
    set({ ...words, success: () => end(true), fail: () => end(false) });
  });
}
