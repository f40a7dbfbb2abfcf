import { createPublicKey } from 'node:crypto';
import { createAlipayLogin } from './adapters/alipay/index.ts';
import type { Exchange } from './adapters/http-exchange.ts';
import { createMiniProgram } from './adapters/wechat-account/index.ts';
import type { PartnerKeys } from './features/account/index.ts';
import type { Clock, Log } from './ports/outside.ts';
import type { Settings } from './settings.ts';

interface Outside {
  readonly settings: Settings;
  readonly clock: Clock;
  readonly log: Log;
}

/** Null where the settings do not name Alipay. */
export function alipayLoginOf({ settings, clock, log }: Outside, exchange: Exchange) {
  const { alipayAppId: appId, alipayAppPrivateKey, alipayPublicKeys } = settings;
  if (appId === null || alipayAppPrivateKey === null || alipayPublicKeys === null) return null;
  return createAlipayLogin({
    gateway: settings.alipayGateway,
    authBase: settings.alipayAuthBase,
    appId,
    appPrivateKeyPem: alipayAppPrivateKey,
    alipayPublicKeyPems: alipayPublicKeys,
    ...{ exchange, clock, log },
  });
}

/** Null where no partner signs logins. */
export function partnerOf({ tztIssuer: issuer, tztPublicKeys }: Settings): PartnerKeys | null {
  if (tztPublicKeys === null) return null;
  return { issuer, publicKeys: tztPublicKeys.map((pem) => createPublicKey(pem)) };
}

/** Null where the settings name none. */
export function miniProgramOf(
  { settings, log }: Outside,
  exchange: Exchange,
): ReturnType<typeof createMiniProgram> | null {
  const { wechatMiniAppId: appId, wechatMiniAppSecret: appSecret, wechatApiBase: apiBase } = settings;
  return appId === null || appSecret === null
    ? null
    : createMiniProgram({ appId, appSecret, apiBase, exchange, log, sleep });
}

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
