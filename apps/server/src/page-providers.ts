import type { PaperSigning } from './features/policy/index.ts';
import { createPaperSealer } from './papers/index.ts';
import type { Settings } from './settings.ts';

/** Who signs the papers. Only a certificate of an authority counts, and production takes no other. */
export function paperSigning(settings: Settings): PaperSigning | null {
  const { paperSigningKey, paperSigningCertificates } = settings;
  if (paperSigningKey === null || paperSigningCertificates === null) return null;
  return {
    sealer: createPaperSealer({ privateKeyPem: paperSigningKey, certificatesPem: paperSigningCertificates }),
    counts: settings.environment === 'production',
  };
}

/** In development the messaging app's page script comes from where its login page is: the sandbox, as browsers reach it. */
export function sandboxOrigin(settings: Settings): string | null {
  const { origin } = new URL(settings.wechatJsSdkUrl);
  const isSandbox = settings.environment !== 'production' && origin === new URL(settings.wechatOpenBase).origin;
  return isSandbox ? origin : null;
}
