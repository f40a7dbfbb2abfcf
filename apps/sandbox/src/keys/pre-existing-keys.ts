import { createHash, randomBytes } from 'node:crypto';
import { makeMedicalAccountKeys, medicalAccountKeysFrom, type Sm2Pair } from './medical-account-keys.ts';

/** Keys of both sides of the platform that tells of pre-existing conditions. */
export type PreExistingKeys = {
  /** 32 hex characters; fresh ones begin with a mark by which a shop in production refuses them. */
  appId: string;
  /** 32 hex characters. */
  appSecret: string;
  /** The shop signs with it. */
  app: Sm2Pair;
  /** The sandbox signs with it. */
  platform: Sm2Pair;
  /** 32 bytes both sides hold: what stands for a person where nothing else of them may travel. */
  subjectKeyBase64: string;
};

/** New keys. */
export function makePreExistingKeys(): PreExistingKeys {
  const { appId, appSecret, app, platform } = makeMedicalAccountKeys();
  return { appId, appSecret, app, platform, subjectKeyBase64: randomBytes(32).toString('base64') };
}

/** Those of the example file for messages of the bureau. */
// biome-ignore lint/suspicious/noExplicitAny: the example file's own shape.
export function preExistingKeysFrom(example: any): PreExistingKeys {
  const { appId, appSecret, app, platform } = medicalAccountKeysFrom(example);
  const subjectKeyBase64 = createHash('sha256').update(appSecret).digest('base64');
  return { appId, appSecret, app, platform, subjectKeyBase64 };
}

/** What the shop may know. */
export function preExistingMerchantSide({ platform, ...known }: PreExistingKeys): unknown {
  return { ...known, platform: { publicKeyBase64: platform.publicKeyBase64 } };
}
