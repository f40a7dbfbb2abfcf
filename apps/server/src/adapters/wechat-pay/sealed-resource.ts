import { createDecipheriv, type KeyObject } from 'node:crypto';
import type { KeyRing } from '../key-ring.ts';

/** An encrypted part of a notice or of the certificate list. */
export interface SealedResource {
  readonly algorithm: string;
  readonly ciphertext: string;
  readonly nonce: string;
  readonly associated_data?: string;
}

const TAG_BYTES = 16;

/**
 * Opens an AES-256-GCM resource with the first APIv3 key that fits; two keys are held while they rotate.
 * Returns null when none fits or the resource is malformed.
 */
export function openResource(resource: unknown, apiV3Keys: KeyRing<KeyObject>): string | null {
  if (!isSealed(resource)) return null;
  const sealed = Buffer.from(resource.ciphertext, 'base64');
  if (sealed.length <= TAG_BYTES) return null;
  return apiV3Keys.open((key) => {
    try {
      const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(resource.nonce, 'utf8'), {
        authTagLength: TAG_BYTES,
      });
      decipher.setAAD(Buffer.from(resource.associated_data ?? '', 'utf8'));
      decipher.setAuthTag(sealed.subarray(sealed.length - TAG_BYTES));
      const head = decipher.update(sealed.subarray(0, sealed.length - TAG_BYTES));
      return Buffer.concat([head, decipher.final()]).toString('utf8');
    } catch {
      // The tag does not fit this key.
      return null;
    }
  });
}

function isSealed(value: unknown): value is SealedResource {
  if (typeof value !== 'object' || value === null) return false;
  const { algorithm, ciphertext, nonce, associated_data: data } = value as Record<string, unknown>;
  return (
    algorithm === 'AEAD_AES_256_GCM' &&
    typeof ciphertext === 'string' &&
    typeof nonce === 'string' &&
    nonce.length > 0 &&
    (data === undefined || data === null || typeof data === 'string')
  );
}
