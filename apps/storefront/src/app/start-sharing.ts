import { keptQueryOf } from '@huimin/domain/share';
import { calls } from '../api/calls.ts';
import type { Client } from '../api/client.ts';
import type { Channel } from '../channel/channel.ts';
import { createSdkSharing, type SdkParts, type WechatSdk } from '../channel/wechat-sdk.ts';
import { keepMiniTicket } from '../context/mini-ticket.ts';
import { currentScreenCard, keepShareVisit, onScreenCard, setShareMenuState } from '../context/sharing.ts';
import { cardOf, loadShareKit } from '../features/sharing/share-kit.ts';
import { toast } from '../ui/toast.ts';
import { parseHash } from './hash-location.ts';
import { loadWechatScript } from './load-wechat-script.ts';

export interface SharingParts {
  readonly client: Client;
  readonly channel: Pick<Channel, 'kind' | 'canAuthorise'>;
  readonly jsSdkUrl: string;
  readonly appId: string;
  /** What the page was opened at. */
  readonly entryAddress: string;
  readonly timers: SdkParts['timers'];
  readonly storage: { readonly visit: Storage | null; readonly session: Storage | null };
}

const OPENED_KEY = 'huimin-share-opened';
const QUIET = { overlay: false, quietFailure: true } as const;

/** What a share that is opened, or might be handed on, needs once the first screen stands. Nobody waits for any of it. */
export async function startSharing(parts: SharingParts): Promise<void> {
  tellAuthorisation();
  if (!parts.channel.canAuthorise) return noteOpened(parts);
  const inMiniProgram = parts.channel.kind === 'mini-program';
  const [there] = await Promise.all([
    loadWechatScript(parts.jsSdkUrl),
    noteOpened(parts),
    inMiniProgram ? enterMiniProgram(parts) : undefined,
  ]);
  // Inside a mini-program it is the mini-program that shares.
  if (!inMiniProgram) await prepareMenu(parts, there);
}

function beforeHash(address: string): string {
  return address.split('#')[0] ?? '';
}

/** The mini-program brings a code of its own along, which tells the server for whom its native page takes money. */
async function enterMiniProgram({ client, entryAddress, storage }: SharingParts): Promise<void> {
  const code = /[?&]miniCode=([\w-]{1,256})/.exec(entryAddress)?.[1];
  if (code === undefined) return;
  takeOutOfAddress('miniCode');
  const reply = await client.call(calls.miniLogin, { code }, QUIET).catch(() => null);
  if (reply?.ok) keepMiniTicket(storage.session, reply.value.ticket);
}

/** How the round trip over the messaging app's authorisation ended, as the server put it into the address. */
const AUTHORISATION_WORDS: Readonly<Record<string, string>> = {
  refused: '您没有同意微信授权。可以接着看，用微信付款时会再问一次',
  preview: '现在是预览页面。请点右下角“使用完整服务”，再接着办',
  failed: '微信授权没有完成。可以接着看，用微信付款时会再试一次',
  busy: '微信暂时没有回应。可以接着看，用微信付款时会再试一次',
};

function tellAuthorisation(): void {
  const outcome = takeOutOfAddress('wxauth');
  const words = outcome === null ? undefined : AUTHORISATION_WORDS[outcome];
  if (words) toast(words);
}

/** A parameter that is for once: who comes back to this entry of the history reads it as any other. */
function takeOutOfAddress(name: string): string | null {
  const { path, search } = parseHash(location.hash);
  const query = new URLSearchParams(search);
  const value = query.get(name);
  if (value === null) return null;
  query.delete(name);
  const text = query.toString();
  const address = `${location.pathname}${location.search}#${path}${text === '' ? '' : `?${text}`}`;
  history.replaceState(history.state, '', address);
  return value;
}

/** A share that was followed is noted once a visit; what comes back is kept for an order. */
async function noteOpened({ client, storage }: SharingParts): Promise<void> {
  const { path, search } = parseHash(location.hash);
  const { shareCode, shareFrom } = keptQueryOf(search);
  if (shareCode === undefined || shareCode.length > 64 || wasOpened(storage.session, shareCode)) return;
  const page = /^\/[A-Za-z0-9_-]{0,38}$/.test(path) ? path : '/index';
  const from = shareFrom === undefined ? {} : { shareFrom: shareFrom.slice(0, 20) };
  const reply = await client
    .call(calls.addTrajectory, { step: 'open', shareCode, page, ...from }, QUIET)
    .catch(() => null);
  if (!reply?.ok) return;
  if (reply.value.visit !== null) keepShareVisit(storage.visit, reply.value.visit);
  try {
    storage.session?.setItem(OPENED_KEY, shareCode);
  } catch {
    // Without storage a reload is noted again.
  }
}

function wasOpened(storage: Storage | null, shareCode: string): boolean {
  try {
    return storage?.getItem(OPENED_KEY) === shareCode;
  } catch {
    return false;
  }
}

/** Puts the approved card into the messaging app's menu, and the screen's own while one has it. */
async function prepareMenu({ client, entryAddress, timers, appId }: SharingParts, there: boolean): Promise<void> {
  const sharing = createSdkSharing({
    sdk: () => (there ? (window as { wx?: WechatSdk }).wx : undefined),
    sign: async (url) => {
      const reply = await client.call(calls.jsSdkSignature, { appId, url }, QUIET).catch(() => null);
      return reply?.ok ? reply.value : null;
    },
    userAgent: navigator.userAgent,
    entryAddress: beforeHash(entryAddress),
    address: () => beforeHash(location.href),
    timers,
  });
  if ((await sharing.configure()) !== 'ready') return setShareMenuState('failed');
  let turn = 0;
  const show = async () => {
    turn += 1;
    const mine = turn;
    // Asked anew each time: whoever has logged in since has a code of their own now.
    const kit = await loadShareKit(client, location);
    if (mine !== turn) return;
    const screen = currentScreenCard();
    const friend = kit && cardOf(kit, screen, 'card');
    const moments = kit && cardOf(kit, screen, 'moments');
    const done = await sharing.handOut(friend && moments ? { friend, moments } : null);
    setShareMenuState(done && friend ? 'ready' : 'failed');
  };
  onScreenCard(() => void show());
  await show();
}
