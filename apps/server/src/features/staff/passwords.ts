import { argon2, timingSafeEqual } from 'node:crypto';
import type { Random } from '../../ports/outside.ts';

/** Argon2id as OWASP's first choice has it: 46 MiB, one pass, one lane. Each hash carries its own parameters. */
const PARAMETERS = { memory: 47_104, passes: 1, parallelism: 1 } as const;
const SALT_BYTES = 16;
const HASH_BYTES = 32;
/** Of these memories at once; the others wait. */
const AT_ONCE = 2;

interface Parameters {
  readonly memory: number;
  readonly passes: number;
  readonly parallelism: number;
}

let running = 0;
const waiting: Array<() => void> = [];

async function derive(password: string, salt: Buffer, parameters: Parameters, tagLength: number): Promise<Buffer> {
  if (running >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
  else running += 1;
  try {
    return await new Promise<Buffer>((resolve, reject) => {
      const message = Buffer.from(password.normalize('NFKC'));
      argon2('argon2id', { message, nonce: salt, tagLength, ...parameters }, (error, key) =>
        error ? reject(error) : resolve(key),
      );
    });
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}

const encoded = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');

function written({ memory, passes, parallelism }: Parameters, salt: Buffer, hash: Buffer): string {
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${encoded(salt)}$${encoded(hash)}`;
}

/** A password as it is kept: in the PHC form, with its parameters and salt. */
export async function hashPassword(password: string, random: Random): Promise<string> {
  const salt = random.bytes(SALT_BYTES);
  return written(PARAMETERS, salt, await derive(password, salt, PARAMETERS, HASH_BYTES));
}

const KEPT = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;
/** What nobody's password fits: an account that is not there takes as long as one that is. */
const NOBODYS = written(PARAMETERS, Buffer.alloc(SALT_BYTES, 7), Buffer.alloc(HASH_BYTES));

/** Whether a password is the one kept; null is none, and takes as long. */
export async function isPassword(kept: string | null, password: string): Promise<boolean> {
  const [, memory, passes, parallelism, salt = '', hash = ''] = KEPT.exec(kept ?? NOBODYS) ?? [];
  const wanted = Buffer.from(hash, 'base64');
  const parameters = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) };
  const given = await derive(password, Buffer.from(salt, 'base64'), parameters, wanted.length);
  return timingSafeEqual(given, wanted) && kept !== null;
}

/** Letters and digits that are not mistaken for one another. */
const PLAIN = '23456789abcdefghjkmnpqrstuvwxyz';

export function plainText(random: Random, groups: number): string {
  const group = () => Array.from({ length: 4 }, () => PLAIN[random.below(PLAIN.length)]).join('');
  return Array.from({ length: groups }, group).join('-');
}
