// @vitest-environment happy-dom
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { STAYS } from '../../channel/person-gone.ts';
import { keepNote, keptNote } from '../../channel/tab-note.ts';
import { keepReturnAddress } from '../../context/index.ts';
import { keepLoginForm, rememberLogin } from '../../features/account/login-memory.ts';
import { browserDraft } from '../../features/draft-order/browser-draft.ts';
import { withMembers } from '../../features/draft-order/order-draft.ts';
import { upgradeKey } from '../../features/plans/upgrade-key.ts';
import { keepFound, keptFound } from '../../features/policy-search/found-policies.ts';
import { readChosenRegion, rememberChosenRegion } from '../../features/region/chosen-region.ts';
import { keptUploads } from '../../features/uploads/kept-uploads.ts';
import { HALF_FILLED, leaveAccount } from './leave-account.ts';

const namesIn = (storage: Storage) =>
  Array.from({ length: storage.length }, (_, index) => storage.key(index) as string);
const left = () => [...namesIn(localStorage), ...namesIn(sessionStorage)].sort();

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

describe('a logout', () => {
  it('leaves no draft of any edition, neither of those that this page has opened nor of those of a visit before', async () => {
    const open = ['demo27', 'demo27plus'].map(browserDraft);
    for (const draft of open) draft.change((before, making) => withMembers(before, ['0000000001'], making));
    localStorage.setItem('huimin-draft-js25', JSON.stringify({ editionCode: 'js25', memberIds: ['0000000002'] }));
    let told = 0;
    open[1]?.subscribe(() => {
      told += 1;
    });
    await leaveAccount();
    expect(left()).toEqual([]);
    expect(open.map((draft) => draft.get().memberIds)).toEqual([[], []]);
    expect(told).toBe(1);
  });

  it('leaves nothing of what a person did on any screen, and what is the browser’s', async () => {
    rememberLogin('190****0000');
    rememberChosenRegion('320500');
    keepLoginForm({ phone: '19000000000', sent: null });
    keepReturnAddress(sessionStorage, '#/orderDetail?orderNo=JS26000000001');
    upgradeKey('JS26000000001', ['SMA1']);
    keptUploads(sessionStorage, 'special-drug-diagnosis').write([
      { key: '1', name: '病理报告.jpg', fileId: `W${'1'.repeat(19)}` },
    ]);
    keepNote('huimin-booking-ticket', 'ticket');
    keepFound([], 0);
    const device = [...STAYS, 'huimin-record 7', 'huimin-record-key', 'cx-record-uuid', 'of-another-app'].sort();
    for (const name of device) localStorage.setItem(name, '1');
    await leaveAccount();
    expect(left()).toEqual(device);
    expect(readChosenRegion()).toBeNull();
    expect(keptFound(0)).toBeNull();
  });

  it('leaves nothing in the page’s memory, where the browser refuses its storage', async () => {
    const refusing = {
      getItem: () => null,
      removeItem: () => {},
      setItem: () => {
        throw new Error('full');
      },
    };
    keepNote('huimin-refund', { orderNo: 'JS1' }, refusing);
    expect(keptNote('huimin-refund', refusing)).toEqual({ orderNo: 'JS1' });
    await leaveAccount();
    expect(keptNote('huimin-refund', refusing)).toBeNull();
  });

  it('in another tab leaves nothing of the person in this one, whose drafts are gone already', () => {
    keepNote('huimin-refund', { orderNo: 'JS1' });
    const tell = (oldValue: string | null, newValue: string | null) =>
      window.dispatchEvent(Object.assign(new Event('storage'), { key: 'huimin-account', oldValue, newValue }));
    tell(null, '190****0000');
    expect(left()).toEqual(['huimin-refund']);
    tell('190****0000', null);
    expect(left()).toEqual([]);
  });
});

describe('what the sources keep in a browser', () => {
  const folder = join(import.meta.dirname, '../..');
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.|person-gone|testing/.test(name))
    .map((name) => readFileSync(join(folder, name), 'utf8'));

  it('has a name by which a logout finds it', () => {
    const names = new Set(
      sources.flatMap((text) =>
        [...text.matchAll(/_KEY = '([\w-]+)'|\bKEY = '([\w-]+)'/g)].map((hit) => hit[1] ?? hit[2]),
      ),
    );
    expect(names.size).toBeGreaterThan(25);
    expect([...names].filter((name) => !name?.startsWith('huimin-'))).toEqual(['cx-record-uuid']);
    for (const name of STAYS)
      expect(
        sources.some((text) => text.includes(`'${name}`)),
        name,
      ).toBe(true);
  });

  it('is thrown away, each kind of half-filled form', () => {
    const kinds = sources.flatMap((text) => [...text.matchAll(/= halfFilledKind[<(]/g)]);
    expect(HALF_FILLED).toHaveLength(kinds.length);
  });
});
