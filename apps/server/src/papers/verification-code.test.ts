import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  formatVerificationCode,
  issueVerificationCode,
  readVerificationCode,
  type VerificationSubject,
} from './verification-code.ts';

const KEY = Uint8Array.from({ length: 16 }, (_, i) => i);
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

const subjects = fc.record<VerificationSubject>({
  kind: fc.constantFrom('policy', 'voucher'),
  version: fc.integer({ min: 0, max: 255 }),
  id: fc.bigInt({ min: 0n, max: 0xffff_ffff_ffff_ffffn }),
});

describe('verification code', () => {
  it('reads back what it was made from', () => {
    fc.assert(
      fc.property(subjects, (subject) => {
        const code = issueVerificationCode(subject, KEY);
        expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{26}$/);
        expect(readVerificationCode(code, KEY)).toEqual(subject);
      }),
    );
  });

  it('keeps the codes of papers already printed', () => {
    const code = issueVerificationCode({ kind: 'policy', version: 1, id: 20260001281n }, KEY);
    expect(code).toBe('0KXJ1Q7RSSQWM7J3XDEFPPY8ZT');
  });

  it('reads what a person types: small letters, dashes, spaces, O for 0, I and L for 1', () => {
    fc.assert(
      fc.property(subjects, fc.constantFrom('I', 'i', 'L', 'l'), (subject, one) => {
        const code = issueVerificationCode(subject, KEY);
        const typed = formatVerificationCode(code).toLowerCase().replaceAll('0', 'o').replaceAll('1', one);
        expect(readVerificationCode(` ${typed} `, KEY)).toEqual(subject);
        expect(readVerificationCode(typed.replaceAll('-', '　－'), KEY)).toEqual(subject);
      }),
    );
  });

  it('refuses a code with any one character changed', () => {
    const code = issueVerificationCode({ kind: 'voucher', version: 0, id: 77n }, KEY);
    for (let at = 0; at < code.length; at += 1) {
      for (const other of ALPHABET) {
        if (other === code[at]) continue;
        const changed = code.slice(0, at) + other + code.slice(at + 1);
        expect(readVerificationCode(changed, KEY), changed).toBeNull();
      }
    }
  });

  it('refuses a code made under another key', () => {
    const code = issueVerificationCode({ kind: 'policy', version: 0, id: 1n }, new Uint8Array(16).fill(9));
    expect(readVerificationCode(code, KEY)).toBeNull();
  });

  it.each([
    '',
    '-',
    'ABC',
    'U'.repeat(26),
    '验真码验真码',
    'Z'.repeat(26),
    '0'.repeat(25),
    '0'.repeat(27),
    '7'.repeat(5000),
  ])('refuses %s', (text) => {
    expect(readVerificationCode(text, KEY)).toBeNull();
  });

  it('never throws on what strangers send', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
        expect(readVerificationCode(text, KEY)).toBeNull();
      }),
    );
  });

  it('gives neighbouring papers codes that tell nothing of each other', () => {
    const codes = [1n, 2n, 3n].map((id) => issueVerificationCode({ kind: 'policy', version: 0, id }, KEY));
    const same = [...(codes[0] ?? '')].filter((character, i) => character === codes[1]?.[i]).length;
    expect(new Set(codes).size).toBe(3);
    expect(same).toBeLessThan(8);
  });

  it('refuses keys, versions and ids out of range', () => {
    const subject: VerificationSubject = { kind: 'policy', version: 0, id: 1n };
    expect(() => issueVerificationCode(subject, new Uint8Array(32))).toThrow(RangeError);
    expect(() => readVerificationCode('A', new Uint8Array(15))).toThrow(RangeError);
    expect(() => issueVerificationCode({ ...subject, version: 256 }, KEY)).toThrow(RangeError);
    expect(() => issueVerificationCode({ ...subject, id: -1n }, KEY)).toThrow(RangeError);
    expect(() => issueVerificationCode({ ...subject, id: 1n << 64n }, KEY)).toThrow(RangeError);
  });

  it('puts a dash after every fourth character', () => {
    expect(formatVerificationCode('ABCDEFGH')).toBe('ABCD-EFGH');
    expect(formatVerificationCode('ABCDEFGHJK')).toBe('ABCD-EFGH-JK');
  });
});
