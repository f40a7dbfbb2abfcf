import { der, TAG } from '../der/index.ts';

// 2.16.840.1.101.3.4.2.1 and .3
const SHA256 = der(TAG.OID, Buffer.from('608648016503040201', 'hex'));
const SHA512 = der(TAG.OID, Buffer.from('608648016503040203', 'hex'));

/** A number as an INTEGER. */
export const positive = (bytes: Uint8Array): Buffer => {
  let start = 0;
  while (start < bytes.length - 1 && bytes[start] === 0) start++;
  const short = bytes.subarray(start);
  return der(TAG.INTEGER, (short[0] ?? 0) >= 0x80 ? Buffer.of(0) : Buffer.alloc(0), short);
};

/** RFC 3161: asks an authority to stamp a SHA-256 or a SHA-512, with its certificates. `nonce`: 8 to 20 random bytes. */
export function stampRequest(imprint: Uint8Array, nonce: Uint8Array): Buffer {
  const algorithm = imprint.length === 64 ? SHA512 : SHA256;
  return der(
    TAG.SEQUENCE,
    der(TAG.INTEGER, Buffer.of(1)),
    der(TAG.SEQUENCE, der(TAG.SEQUENCE, algorithm, der(TAG.NULL)), der(TAG.OCTETS, imprint)),
    positive(nonce),
    der(TAG.BOOLEAN, Buffer.of(0xff)),
  );
}
