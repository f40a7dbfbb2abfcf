/** What the history of an account tells. */
export type AccountEventKind =
  | 'login-sms'
  | 'login-identity'
  | 'login-history-holder'
  | 'login-settle'
  | 'login-partner'
  | 'login-alipay'
  | 'logout'
  | 'sessions-ended'
  | 'phone-changed'
  | 'phone-requested'
  | 'phone-request-withdrawn'
  | 'wechat-bound'
  | 'wechat-unbound'
  | 'alipay-bound'
  | 'alipay-unbound'
  | 'contact-changed'
  | 'account-closed';

export const ACCOUNT_EVENT_LABELS: Readonly<Record<AccountEventKind, string>> = {
  'login-sms': '验证码登录',
  'login-identity': '身份核对后登录',
  'login-history-holder': '往年参保人登录',
  'login-settle': '查理赔登录',
  'login-partner': '从合作平台登录',
  'login-alipay': '支付宝登录',
  logout: '退出登录',
  'sessions-ended': '让其他设备退出',
  'phone-changed': '更换手机号',
  'phone-requested': '申请人工更换手机号',
  'phone-request-withdrawn': '撤回更换手机号的申请',
  'wechat-bound': '绑定微信',
  'wechat-unbound': '解绑微信',
  'alipay-bound': '绑定支付宝',
  'alipay-unbound': '解绑支付宝',
  'contact-changed': '修改联系信息',
  'account-closed': '注销账户',
};

/** What is said of a browser that does not tell what it is. */
const UNNAMED_DEVICE = '其他设备';

/** Rough words for a browser by its user agent: enough to recognise one's own, no version that identifies. */
export function deviceText(userAgent: string): string {
  const system = SYSTEMS.find(([pattern]) => pattern.test(userAgent))?.[1];
  const browser = BROWSERS.find(([pattern]) => pattern.test(userAgent))?.[1];
  if (!system && !browser) return UNNAMED_DEVICE;
  return [system, browser].filter(Boolean).join(' · ');
}

/**
 * Whether a login is news for the account's owner: from a kind of device that no earlier login came from. Who logs in for the
 * first time knows of it.
 */
export function isNewDevice(device: string, earlier: readonly string[]): boolean {
  const known = earlier.filter((one) => one !== UNNAMED_DEVICE);
  return device !== UNNAMED_DEVICE && known.length > 0 && !known.includes(device);
}

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/HarmonyOS|OpenHarmony/i, '鸿蒙手机'],
  [/iPad/i, 'iPad'],
  [/iPhone|iPod/i, 'iPhone'],
  [/Android/i, '安卓手机'],
  [/Windows/i, 'Windows 电脑'],
  [/Macintosh|Mac OS X/i, 'Mac 电脑'],
  [/Linux|X11/i, 'Linux 电脑'],
];
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/MicroMessenger/i, '微信'],
  [/AlipayClient/i, '支付宝'],
  [/MQQBrowser|QQ\//i, 'QQ 浏览器'],
  [/UCBrowser/i, 'UC 浏览器'],
  [/Edg\//i, 'Edge'],
  [/Firefox|FxiOS/i, 'Firefox'],
  [/Chrome|CriOS/i, 'Chrome'],
  [/Safari/i, 'Safari'],
];
