import type { ProductInfoValue } from '@huimin/contract';
import {
  type CheckState,
  SELF_CHECK_LABELS,
  SELF_CHECK_PLACES,
  SELF_CHECKS,
  type SelfCheckName,
} from '@huimin/domain/self-check';
import type { Channel } from '../../channel/channel.ts';

/** One thing that was looked at, in words for the person whose phone it is. */
export interface Found {
  readonly name: SelfCheckName;
  readonly state: CheckState;
  readonly label: string;
  readonly value: string;
  /** What it means, or what to do about it. */
  readonly note: string;
}

/** What is measured outside: how long an answer took, and how far the phone's clock is ahead; null without an answer. */
export interface Measured {
  readonly answerMs: number | null;
  readonly aheadMs: number | null;
  /** Whether the page is the newest; null where nobody could say. */
  readonly isNewest: boolean | null;
}

const SLOW_MS = 2_000;
const WRONG_CLOCK_MS = 60_000;

/** What the page runs in, with the messaging app's version where it says so. */
export function channelText(kind: Channel['kind'], userAgent: string): string {
  const version = /MicroMessenger\/(\d+(?:\.\d+){1,3})/.exec(userAgent)?.[1];
  return version === undefined ? SELF_CHECK_PLACES[kind] : `${SELF_CHECK_PLACES[kind]} ${version}`;
}

interface Phone {
  readonly measured: Measured;
  readonly product: ProductInfoValue;
  readonly channel: Channel['kind'];
  readonly elder: boolean;
  readonly window: Window;
}

/** Looks at everything else, and says all of it, what wants attention first. */
export function lookAtPhone(phone: Phone): Found[] {
  const found = SELF_CHECKS.map((name) => ({ name, label: SELF_CHECK_LABELS[name], ...LOOKS[name](phone) }));
  const rank = ({ state }: Found) => (state === 'ok' ? 1 : 0);
  return found.sort((a, b) => rank(a) - rank(b));
}

const LOOKS: Readonly<Record<SelfCheckName, (phone: Phone) => Omit<Found, 'name' | 'label'>>> = {
  clock({ measured: { aheadMs } }) {
    if (aheadMs === null) return { state: 'unknown', value: '没查到', note: '连上网络以后再查一次' };
    if (Math.abs(aheadMs) < WRONG_CLOCK_MS) return { state: 'ok', value: '准', note: '和服务器的时间一致' };
    const minutes = Math.round(Math.abs(aheadMs) / 60_000);
    const value = `${aheadMs > 0 ? '快' : '慢'} ${minutes < 600 ? `${minutes} 分` : `${Math.round(minutes / 60)} 小时`}`;
    return { state: 'warn', value, note: '在手机设置里打开“自动设置时间”' };
  },
  network({ measured: { answerMs } }) {
    if (answerMs === null) return { state: 'warn', value: '连不上', note: '换一个网络，或者走到信号好的地方' };
    const note = `来回 ${Math.round(answerMs)} 毫秒`;
    return answerMs < SLOW_MS ? { state: 'ok', value: '正常', note } : { state: 'warn', value: '慢', note };
  },
  storage({ window }) {
    return canStore(window)
      ? { state: 'ok', value: '正常', note: '填到一半的内容可以保存' }
      : { state: 'warn', value: '不能用', note: '关闭“无痕浏览”，不然填到一半的内容会丢' };
  },
  cookies({ window }) {
    return window.navigator.cookieEnabled
      ? { state: 'ok', value: '正常', note: '登录以后不用反复登录' }
      : { state: 'warn', value: '不能用', note: '在浏览器设置里允许 Cookie' };
  },
  size({ window, elder }) {
    const { documentElement } = window.document;
    const scale = Number.parseFloat(window.getComputedStyle(documentElement).fontSize) / 16;
    const value = elder ? '长辈版' : scale > 1.05 ? '大号' : '标准';
    return documentElement.scrollWidth <= window.innerWidth + 1
      ? { state: 'ok', value, note: '页面放得下' }
      : { state: 'warn', value, note: '字太大，页面要左右移动才能看全' };
  },
  version({ measured: { isNewest } }) {
    if (isNewest === null) return { state: 'unknown', value: '没查到', note: '连上网络以后再查一次' };
    return isNewest
      ? { state: 'ok', value: '最新', note: '不用更新' }
      : { state: 'warn', value: '旧的', note: '关掉页面，重新打开一次' };
  },
  payment({ product, channel }) {
    const list = channel === 'alipay' ? product.aliPayList : product.payList;
    return list.length > 0
      ? { state: 'ok', value: '可用', note: `这里可以用：${list.map((option) => option.label).join('、')}` }
      : { state: 'warn', value: '不能用', note: '这里不能付款，请换微信或者手机浏览器打开' };
  },
};

function canStore(window: Window): boolean {
  const key = 'huimin-self-check';
  try {
    window.localStorage.setItem(key, '1');
    const kept = window.localStorage.getItem(key) === '1';
    window.localStorage.removeItem(key);
    return kept;
  } catch {
    return false;
  }
}

/** Whether the server still hands out the script that this page was started by; null where nobody could say. */
export async function isNewestPage(window: Window): Promise<boolean | null> {
  const script = window.document.querySelector<HTMLScriptElement>('script[type=module][src]');
  if (!script) return null;
  const answer = await window.fetch(window.location.pathname, { cache: 'no-store' }).catch(() => null);
  return answer?.ok ? (await answer.text()).includes(new URL(script.src).pathname) : null;
}
