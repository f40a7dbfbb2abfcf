import { createPublicKey } from 'node:crypto';
import { beijingDate } from '@huimin/domain/date';
import { createAlipayLogin } from './adapters/alipay/index.ts';
import type { Exchange } from './adapters/http-exchange.ts';
import { createMiniProgram, createWechatAccount } from './adapters/wechat-account/index.ts';
import type { Query } from './db/database.ts';
import type { PartnerKeys } from './features/account/index.ts';
import { raiseDailyAlert } from './features/payment/index.ts';
import type { Clock, Log } from './ports/outside.ts';
import type { ProviderTokens } from './ports/provider-tokens.ts';
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

interface WechatOutside extends Outside {
  readonly database: { readonly query: Query };
}

export function wechatAccountOf(
  { settings, clock, log, database }: WechatOutside,
  exchange: Exchange,
  tokens: ProviderTokens,
): ReturnType<typeof createWechatAccount> {
  return createWechatAccount({
    appId: settings.wechatAppId,
    appSecret: settings.wechatAppSecret,
    apiBase: settings.wechatApiBase,
    openBase: settings.wechatOpenBase,
    publicOrigin: settings.publicOrigin,
    ...{ tokens, exchange, log, sleep },
    tellFault: faultTeller({ clock, log, database }, 'official'),
  });
}

/**
 * Nobody gets past WeChat while it does not believe who asks: operators are told, once a day for each of its reasons. Every visitor
 * brings the same answer; the database is asked about the first one alone.
 */
export function faultTeller(
  { clock, log, database }: Pick<WechatOutside, 'clock' | 'log' | 'database'>,
  account: 'official' | 'mini',
): (errcode: number) => void {
  const told = new Map<number, string>();
  return (errcode) => {
    const [nowMs, code] = [clock.now(), String(errcode)];
    const day = beijingDate(nowMs);
    if (told.get(errcode) === day) return;
    told.set(errcode, day);
    const alert = { kind: 'wechat-refused', who: account, code, details: { account } } as const;
    raiseDailyAlert(database.query, alert, nowMs).catch((error) => {
      told.delete(errcode);
      log.error({ account, code, problem: String(error) }, 'operators were not told of a fault of WeChat');
    });
  };
}

/** Null where the settings name none. */
export function miniProgramOf(
  { settings, clock, log, database }: WechatOutside,
  exchange: Exchange,
): ReturnType<typeof createMiniProgram> | null {
  const { wechatMiniAppId: appId, wechatMiniAppSecret: appSecret, wechatApiBase: apiBase } = settings;
  return appId === null || appSecret === null
    ? null
    : createMiniProgram({
        ...{ appId, appSecret, apiBase, exchange, log, sleep },
        tellFault: faultTeller({ clock, log, database }, 'mini'),
      });
}

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
