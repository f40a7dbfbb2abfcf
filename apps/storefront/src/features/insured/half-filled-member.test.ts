import { describe, expect, it } from 'vitest';
import { createHalfFilledStore, type HalfFilledParts } from '../../channel/half-filled-store.ts';
import { MEMBER_FORM } from './half-filled-member.ts';
import { emptyMemberForm, type MemberForm } from './member-form.ts';

const DAY_MS = 86_400_000;
const NUMBER = '32050619501010005X';
const form: MemberForm = { ...emptyMemberForm('320508'), name: '李老测', idNumber: NUMBER, phone: '19000000000' };

/** A browser profile; each `openPage` is a page load in the same tab. */
function browser(options: { crypto?: boolean; cabinet?: 'works' | 'refused' } = {}) {
  const drawer = new Map<string, unknown>();
  const session = new Map<string, string>();
  const clock = { nowMs: 1_800_000_000_000 };
  const parts: HalfFilledParts<MemberForm> = {
    ...MEMBER_FORM,
    openCabinet: async () => {
      if (options.cabinet === 'refused') throw new Error('refused');
      return {
        get: async (name) => drawer.get(name),
        set: async (name, value) => void drawer.set(name, value),
        delete: async (name) => void drawer.delete(name),
      };
    },
    crypto: options.crypto === false ? null : globalThis.crypto,
    session: {
      getItem: (key) => session.get(key) ?? null,
      setItem: (key, value) => void session.set(key, value),
      removeItem: (key) => void session.delete(key),
    },
    clock: { now: () => clock.nowMs },
  };
  return { drawer, session, clock, openPage: () => createHalfFilledStore(parts) };
}

function textOf(value: unknown): string {
  if (value instanceof ArrayBuffer || ArrayBuffer.isView(value)) {
    return Buffer.from(value instanceof ArrayBuffer ? value : value.buffer).toString('latin1');
  }
  return typeof value === 'object' && value !== null ? Object.values(value).map(textOf).join() : String(value);
}

describe('a half-filled form', () => {
  it('is there again after a reload', async () => {
    const { openPage } = browser();
    await openPage().keep({ subject: null, form });
    expect(await openPage().read(null)).toEqual({ subject: null, form });
  });

  it('is not readable in what the browser stores, and its key cannot be read out', async () => {
    const { openPage, drawer, session } = browser();
    await openPage().keep({ subject: null, form });
    expect([...drawer.values()].map(textOf).join()).not.toContain(NUMBER);
    expect([...session.values()]).toEqual([]);
    const keys = [...drawer.values()].filter((value) => value instanceof CryptoKey);
    expect(keys).toHaveLength(1);
    await expect(crypto.subtle.exportKey('raw', keys[0] as CryptoKey)).rejects.toThrow();
  });

  it('is for the person it is about', async () => {
    const { openPage } = browser();
    await openPage().keep({ subject: '0000000001', form });
    expect(await openPage().read(null)).toBeNull();
    expect(await openPage().read('0000000002')).toBeNull();
    expect(await openPage().read('0000000001')).toEqual({ subject: '0000000001', form });
  });

  it('goes after a day, with its key', async () => {
    const { openPage, clock, drawer } = browser();
    await openPage().keep({ subject: null, form });
    clock.nowMs += DAY_MS - 1;
    expect(await openPage().read(null)).not.toBeNull();
    clock.nowMs += 1;
    expect(await openPage().read(null)).toBeNull();
    expect(drawer.size).toBe(0);
  });

  it('goes when it is discarded, also while it is still being kept', async () => {
    const { openPage, drawer } = browser();
    const store = openPage();
    const kept = store.keep({ subject: null, form });
    await store.discard();
    await kept;
    expect(await store.read(null)).toBeNull();
    expect(drawer.size).toBe(0);
  });

  it('that cannot be opened any more is none', async () => {
    const { openPage, drawer } = browser();
    await openPage().keep({ subject: null, form });
    const other = browser();
    await other.openPage().keep({ subject: null, form });
    for (const [name, value] of other.drawer) if (value instanceof CryptoKey) drawer.set(name, value);
    expect(await openPage().read(null)).toBeNull();
  });
});

describe.each([
  ['without Web Crypto', { crypto: false }],
  ['where the cabinet is refused', { cabinet: 'refused' }],
] as const)('%s', (_, options) => {
  it('lasts as long as the tab, its number as long as the page', async () => {
    const { openPage, session } = browser(options);
    const store = openPage();
    await store.keep({ subject: null, form });
    expect(await store.read(null)).toEqual({ subject: null, form });
    expect([...session.values()].join()).not.toContain(NUMBER);
    expect(await openPage().read(null)).toEqual({ subject: null, form: { ...form, idNumber: '' } });
    await store.discard();
    expect(await store.read(null)).toBeNull();
    expect(session.size).toBe(0);
  });
});
