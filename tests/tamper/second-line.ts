import { base64, readBase64 } from '@huimin/evidence/bytes';
import { der, partsOf, readDer, TAG } from '@huimin/evidence/der';
import { SAMPLE_ORIGIN } from '@huimin/evidence/sample';
import { createSm2Line } from '../../apps/server/src/adapters/sm2-note/second-line.ts';
import { bytesOf, type Change, pick } from './mutations.ts';

const secondLine = createSm2Line(Buffer.alloc(32, 7));
export const SECOND_KEY = secondLine.key(SAMPLE_ORIGIN);

const textOf = (checkpoint: Buffer): string => `${checkpoint.toString().split('\n\n')[0]}\n`;

/** The same checkpoint, signed by the second key as well, over these words or other ones. */
export const signedTwice = (checkpoint: Buffer, holds: boolean): Buffer =>
  Buffer.concat([checkpoint, Buffer.from(secondLine.line(SAMPLE_ORIGIN, holds ? textOf(checkpoint) : 'other words'))]);

/** The ways to write a signature of two numbers that are not the one way. */
const WAYS: Record<string, (signature: Buffer, numbers: Buffer[]) => Buffer> = {
  'another length': (signature) => Buffer.concat([signature.subarray(0, 1), Buffer.of(7), signature.subarray(2)]),
  'a longer length': (signature) => Buffer.concat([signature.subarray(0, 1), Buffer.of(0x81), signature.subarray(1)]),
  'no end': (signature) => Buffer.concat([Buffer.of(0x30, 0x80), signature.subarray(2), Buffer.of(0, 0)]),
  'another tag': (signature) => Buffer.concat([Buffer.of(TAG.SET), signature.subarray(1)]),
  'a byte behind it': (signature) => Buffer.concat([signature, Buffer.of(7)]),
  'a byte less': (signature) => signature.subarray(0, -1),
  'a third number': (_, numbers) => der(TAG.SEQUENCE, ...numbers, der(TAG.INTEGER, Buffer.of(7))),
  'zeros before a number': (_, [r, s]) =>
    der(TAG.SEQUENCE, der(TAG.INTEGER, Buffer.of(0, 0), readDer(r as Buffer).content), s as Buffer),
  'numbers exchanged': (_, numbers) => der(TAG.SEQUENCE, ...numbers.toReversed()),
  'no numbers': () => der(TAG.SEQUENCE),
};

/** A second line whose signature says the right thing in another way, or says nothing. */
export const secondLineOtherwise: Change = (files, chance) => {
  const checkpoint = bytesOf(files, 'checkpoint');
  const [dash, name, encoded = ''] = secondLine.line(SAMPLE_ORIGIN, textOf(checkpoint)).trimEnd().split(' ');
  const bytes = readBase64(encoded) as Buffer;
  const [id, signature] = [bytes.subarray(0, 4), bytes.subarray(4)];
  const numbers = partsOf(readDer(signature)).map((number) => number.bytes);
  const [what, way] = pick(chance, Object.entries(WAYS));
  const line = `${dash} ${name} ${base64(Buffer.concat([id, way(signature, numbers)]))}\n`;
  files.set('checkpoint', Buffer.concat([checkpoint, Buffer.from(line)]));
  return { what: `${what} in the second line of checkpoint`, places: ['checkpoint'] };
};
