import type { Exchange } from './adapters/http-exchange.ts';
import { createCardReader, createCarrierCheck, createDetectAuth } from './adapters/tencent/index.ts';
import { createWbface } from './adapters/wbface/index.ts';
import type { CardReader, CarrierCheck, FaceProvider } from './ports/identity-checks.ts';
import type { Clock, Log, Random } from './ports/outside.ts';
import type { ProviderTokens } from './ports/provider-tokens.ts';
import type { Settings } from './settings.ts';

export interface IdentityProviders {
  readonly carrier: CarrierCheck | null;
  readonly faces: ReadonlyMap<FaceProvider['code'], FaceProvider>;
  readonly cards: CardReader | null;
}

interface Outside {
  readonly settings: Settings;
  readonly exchange: Exchange;
  readonly tokens: ProviderTokens;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
}

/** Who checks identities and reads cards, as far as the settings name them. */
export function createIdentityProviders(outside: Outside): IdentityProviders {
  const { settings } = outside;
  const faceid = tencentFaceid(outside);
  const wbface = wbfaceOf(outside);
  const ruleId = settings.tencentFaceidRuleId;
  const faces = [...(faceid && ruleId !== null ? [createDetectAuth({ ...faceid, ruleId })] : []), ...wbface];
  return {
    carrier: faceid && createCarrierCheck(faceid),
    faces: new Map(faces.map((face) => [face.code, face])),
    cards: cardReaderOf(outside),
  };
}

/** Whether a card can be read from its photo. */
export function cardReadingOffered({ tencentOcrSecretId, tencentOcrSecretKey }: Settings): boolean {
  return tencentOcrSecretId !== null && tencentOcrSecretKey !== null;
}

function tencentFaceid({ settings, exchange, clock, log }: Outside) {
  const { tencentFaceidSecretId: secretId, tencentFaceidSecretKey: secretKey } = settings;
  if (secretId === null || secretKey === null) return null;
  const { tencentFaceidBase: baseUrl, tencentFaceidSignedHost: signedHost } = settings;
  return { baseUrl, signedHost, secretId, secretKey, exchange, clock, log };
}

function wbfaceOf({ settings, ...outside }: Outside): FaceProvider[] {
  const { wbfaceAppId: appId, wbfaceSecret: secret, wbfaceBase: baseUrl, wbfacePageBase: pageBase } = settings;
  return appId === null || secret === null ? [] : [createWbface({ appId, secret, baseUrl, pageBase, ...outside })];
}

function cardReaderOf({ settings, exchange, clock, log }: Outside): CardReader | null {
  const { tencentOcrSecretId: secretId, tencentOcrSecretKey: secretKey, tencentOcrRegion: region } = settings;
  if (secretId === null || secretKey === null) return null;
  const { tencentOcrBase: baseUrl, tencentOcrSignedHost: signedHost } = settings;
  return createCardReader({ baseUrl, signedHost, region, secretId, secretKey, exchange, clock, log });
}
