import { randomBytes } from 'node:crypto';
import { sm2 } from 'sm-crypto-v2';

/** An SM2 pair as the platform hands keys out: base64 of the 32 raw bytes, and of `04‖x‖y`. */
export type Sm2Pair = { privateKeyBase64: string; publicKeyBase64: string };

/** Keys and numbers of both sides of the medical-insurance payment centre. */
export type MedicalAccountKeys = {
  /** 32 hex characters; fresh ones begin with a mark by which a shop in production refuses them. */
  appId: string;
  /** 32 hex characters. */
  appSecret: string;
  orgCode: string;
  orgName: string;
  /** Who receives what the accounts pay. */
  merchantId: string;
  /** The shop signs with it. */
  app: Sm2Pair;
  /** The sandbox signs with it. */
  platform: Sm2Pair;
};

const ORGANISATION = { orgCode: 'SBXORG320000', orgName: '沙箱承保机构', merchantId: 'SBX0001' };

/** A new pair. */
export function makeSm2Pair(): Sm2Pair {
  // The first bit is off, so that the number is below the curve's order.
  const privateKey = randomBytes(32);
  privateKey[0] = (privateKey[0] ?? 0) & 0x7f;
  const publicKey = sm2.getPublicKeyFromPrivateKey(privateKey.toString('hex'));
  return { privateKeyBase64: privateKey.toString('base64'), publicKeyBase64: base64Of(publicKey) };
}

/** New keys. */
export function makeMedicalAccountKeys(): MedicalAccountKeys {
  return {
    ...ORGANISATION,
    appId: `4A11C0FFEE${randomBytes(11).toString('hex')}`.toUpperCase(),
    appSecret: randomBytes(16).toString('hex').toUpperCase(),
    app: makeSm2Pair(),
    platform: makeSm2Pair(),
  };
}

/** The keys of the example file. */
// biome-ignore lint/suspicious/noExplicitAny: the example file's own shape.
export function medicalAccountKeysFrom(example: any): MedicalAccountKeys {
  return {
    ...ORGANISATION,
    appId: example.appId,
    appSecret: example.appSecret,
    app: { privateKeyBase64: example.app.private_key_base64, publicKeyBase64: example.app.public_key_base64 },
    platform: {
      privateKeyBase64: base64Of(example.platform.private_key_hex_for_the_sandbox),
      publicKeyBase64: base64Of(example.platform.public_key_hex),
    },
  };
}

/** What the shop may know. */
export function medicalAccountMerchantSide({ platform, ...known }: MedicalAccountKeys): unknown {
  return { ...known, platform: { publicKeyBase64: platform.publicKeyBase64 } };
}

function base64Of(hex: string): string {
  return Buffer.from(hex, 'hex').toString('base64');
}
