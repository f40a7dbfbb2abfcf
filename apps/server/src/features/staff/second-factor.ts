import { Secret, TOTP } from 'otpauth';
import type { Core } from '../../core.ts';
import { plainText } from './passwords.ts';

const STEP_MS = 30_000;
const SECRET_BYTES = 20;
const RECOVERY_CODES = 10;

const appOf = (secret: Buffer, account: string) =>
  new TOTP({
    issuer: '惠民保运营',
    label: account,
    algorithm: 'SHA1',
    digits: 6,
    period: STEP_MS / 1000,
    secret: new Secret({ buffer: new Uint8Array(secret).buffer }),
  });

export function newSecret(random: Core['random']): Buffer {
  return random.bytes(SECRET_BYTES);
}

/** A secret as code apps take it: to type in, and as the address in a picture. */
export function enrolmentOf(secret: Buffer, account: string): { secret: string; address: string } {
  const app = appOf(secret, account);
  return { secret: app.secret.base32, address: app.toString() };
}

/** The 30 seconds that a code belongs to, now or one before or after; null when it fits none of them. */
export function stepOfCode(secret: Buffer, code: string, nowMs: number): number | null {
  const delta = appOf(secret, '').validate({ token: code, timestamp: nowMs, window: 1 });
  return delta === null ? null : Math.floor(nowMs / STEP_MS) + delta;
}

/** The code of the moment. */
export function codeAt(secret: Buffer, nowMs: number): string {
  return appOf(secret, '').generate({ timestamp: nowMs });
}

/** Codes that work once each when the phone is not at hand, and how they are kept. */
export function newRecoveryCodes(core: Pick<Core, 'random' | 'index'>): { codes: string[]; kept: Buffer[] } {
  const codes = Array.from({ length: RECOVERY_CODES }, () => plainText(core.random, 3));
  return { codes, kept: codes.map((code) => recoveryIndex(core, code)) };
}

export function recoveryIndex(core: Pick<Core, 'index'>, code: string): Buffer {
  return core.index.of('staff-recovery', code.toLowerCase().replace(/[^0-9a-z]/g, ''));
}
