import { createPrivateKey, createPublicKey } from 'node:crypto';
import type { AlipayExchange, AlipayLogin } from '../../ports/alipay-login.ts';
import type { Clock, Log } from '../../ports/outside.ts';
import type { Exchange } from '../http-exchange.ts';
import { createKeyRing } from '../key-ring.ts';
import { createGateway, type Json } from './gateway.ts';

export interface AlipayLoginOptions {
  /** `https://openapi.alipay.com/gateway.do` in production. */
  readonly gateway: string;
  /** The authorisation page, `https://openauth.alipay.com` in production. */
  readonly authBase: string;
  readonly appId: string;
  readonly appPrivateKeyPem: string;
  readonly alipayPublicKeyPems: readonly string[];
  readonly exchange: Exchange;
  readonly clock: Clock;
  readonly log: Log;
}

const CODE_REFUSED = new Set(['isv.code-invalid', 'isv.grant-type-invalid']);
const USER_ID = /^2088\d{12}$/;
const OPEN_ID = /^[0-9A-Za-z_-]{1,128}$/;

/** Alipay's silent authorisation (auth_base): who it is, and nothing about them. */
export function createAlipayLogin(options: AlipayLoginOptions): AlipayLogin {
  const { appId, clock, log } = options;
  const gateway = createGateway({
    gateway: options.gateway,
    appId,
    privateKey: createPrivateKey(options.appPrivateKeyPem),
    alipayKeys: createKeyRing(
      options.alipayPublicKeyPems.map((pem) => createPublicKey(pem)),
      { setting: 'ALIPAY_PUBLIC_KEY', log },
    ),
    send: options.exchange,
    clock,
    log,
    connectTimeoutMs: 3_000,
    totalTimeoutMs: 10_000,
  });
  return {
    authorisationUrl(redirectUri, state) {
      const query = new URLSearchParams({ app_id: appId, scope: 'auth_base', redirect_uri: redirectUri, state });
      return `${new URL('/oauth2/publicAppAuthorize.htm', options.authBase).href}?${query}`;
    },
    async exchangeCode(code): Promise<AlipayExchange> {
      const fields = { grant_type: 'authorization_code', code };
      const outcome = await gateway.ask('alipay.system.oauth.token', fields);
      if (outcome.kind === 'unknown') return { kind: 'busy', message: outcome.message };
      if (outcome.kind === 'failed') {
        if (CODE_REFUSED.has(outcome.code)) return { kind: 'code-refused', code: outcome.code };
        log.error({ providerCode: outcome.code }, 'Alipay refused to exchange a code');
        return { kind: 'busy', message: outcome.code };
      }
      const alipayUser = userOf(outcome.node);
      return alipayUser === null
        ? { kind: 'busy', message: 'an answer without a user' }
        : { kind: 'authorised', alipayUser };
    },
  };
}

/** Applications made later are told the open id only; an application keeps what it was told first. */
function userOf({ user_id: userId, open_id: openId }: Json): string | null {
  if (typeof userId === 'string' && USER_ID.test(userId)) return `user:${userId}`;
  return typeof openId === 'string' && OPEN_ID.test(openId) ? `open:${openId}` : null;
}
