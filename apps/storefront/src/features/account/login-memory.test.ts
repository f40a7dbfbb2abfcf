import { beforeEach, describe, expect, it } from 'vitest';
import {
  forgetLogin,
  isKnownLoggedOut,
  keepLoginForm,
  keptLoginForm,
  rememberedAccount,
  rememberLogin,
  resendWaitS,
} from './login-memory.ts';

function memoryStorage() {
  const kept = new Map<string, string>();
  return {
    kept,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
}
const refusing = {
  getItem: () => {
    throw new Error('SecurityError');
  },
  setItem: () => {
    throw new Error('SecurityError');
  },
  removeItem: () => {
    throw new Error('SecurityError');
  },
};
let local = memoryStorage();
let session = memoryStorage();
beforeEach(() => {
  forgetLogin(null, null);
  local = memoryStorage();
  session = memoryStorage();
});

describe('who logged in here', () => {
  it('tells a different account from the same one', () => {
    expect(rememberLogin('190****0000', local)).toEqual({ otherAccountBefore: false });
    expect(rememberLogin('190****0000', local)).toEqual({ otherAccountBefore: false });
    expect(rememberLogin('190****0001', local)).toEqual({ otherAccountBefore: true });
    expect(rememberedAccount(local)).toBe('190****0001');
  });

  it('is forgotten at logout, with the typed phone', () => {
    rememberLogin('190****0000', local);
    keepLoginForm({ phone: '19000000000', sent: null }, session);
    forgetLogin(local, session);
    expect(rememberedAccount(local)).toBeNull();
    expect([...local.kept, ...session.kept]).toEqual([]);
  });

  it('is known without asking only while nobody has logged in', () => {
    expect(isKnownLoggedOut(local)).toBe(true);
    rememberLogin('190****0000', local);
    expect(isKnownLoggedOut(local)).toBe(false);
    forgetLogin(local, session);
    expect(isKnownLoggedOut(local)).toBe(true);
  });

  it('works without storage, as long as the page', () => {
    expect(isKnownLoggedOut(refusing)).toBe(false);
    expect(isKnownLoggedOut(null)).toBe(false);
    expect(rememberedAccount(refusing)).toBeNull();
    expect(rememberLogin('190****0000', refusing)).toEqual({ otherAccountBefore: false });
    expect(rememberLogin('190****0001', refusing)).toEqual({ otherAccountBefore: true });
    expect(() => forgetLogin(refusing, refusing)).not.toThrow();
    expect(rememberedAccount(null)).toBeNull();
  });
});

describe('the wait for another text message', () => {
  const sent = { phone: '19000000000', resendAtMs: 100_000, validMinutes: 10 };

  it('survives a reload', () => {
    keepLoginForm({ phone: '19000000000', sent }, session);
    const { phone, sent: again } = keptLoginForm(session);
    expect(resendWaitS(again, phone, 52_000)).toBe(48);
  });

  it('counts whole seconds down to 0', () => {
    expect(resendWaitS(sent, sent.phone, 99_001)).toBe(1);
    expect(resendWaitS(sent, sent.phone, 100_000)).toBe(0);
    expect(resendWaitS(sent, sent.phone, 900_000)).toBe(0);
    expect(resendWaitS(null, sent.phone, 0)).toBe(0);
  });

  it('is for the phone it was sent to', () => {
    expect(resendWaitS(sent, '19000000001', 52_000)).toBe(0);
  });

  it('does not lock anybody out whose clock was wrong when it was sent', () => {
    expect(resendWaitS({ ...sent, resendAtMs: 400 * 86_400_000 }, sent.phone, 0)).toBe(0);
  });

  it.each(['', 'x', '[]', '{"phone":1}', '"19000000000"'])('%j in storage is an empty form', (text) => {
    session.setItem('huimin-login', text);
    expect(keptLoginForm(session)).toEqual({ phone: '', sent: null });
  });
});
