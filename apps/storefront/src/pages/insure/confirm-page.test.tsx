// @vitest-environment happy-dom
import type { MemberViewValue, SaveOrderInputValue } from '@huimin/contract';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { productInfo } from '../../../../../tests/fixtures/product-info.ts';
import type { CallReply, Client } from '../../api/client.ts';
import { ClientProvider } from '../../api/client-context.ts';
import { NetworkFailure } from '../../api/network-failure.ts';
import { plainChannel } from '../../channel/plain.ts';
import { EnvironmentContext } from '../../context/environment.ts';
import { ProductContext, type SaleState } from '../../context/product-context.ts';
import { ScreenContext } from '../../context/screen-context.ts';
import { forgetLogin, rememberLogin } from '../../features/account/login-memory.ts';
import { browserDraft } from '../../features/draft-order/browser-draft.ts';
import { UNRECORDED, withMembers, withRead } from '../../features/draft-order/order-draft.ts';
import { layerHistory } from '../../ui/layer-history.ts';
import ConfirmPage from './confirm-page.tsx';
import { thisVisit } from './use-draft-reading.ts';

vi.mock('../../api/calls.ts', () => ({
  calls: new Proxy({}, { get: (_, name) => ({ name }) }),
}));
(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;

const member = (memberId: string, name: string, relationship: MemberViewValue['relationship']): MemberViewValue => ({
  memberId,
  relationship,
  relationshipNote: null,
  name,
  idType: '01',
  idNumberMasked: '320************016',
  phoneMasked: '190****0000',
  sex: 'm',
  birthDate: '1980-01-01',
  adult: true,
  regionCode: '320540',
  regionText: '苏州 - 工业园区',
  medicalType: null,
  missing: [],
  state: 'insurable',
});

let root: Root;
let box: HTMLElement;
let family: MemberViewValue[];
let saved: SaveOrderInputValue[];
let went: string[];
/** What the server says to each order, one after the other. */
let answers: (CallReply<unknown> | NetworkFailure)[];
const store = browserDraft(productInfo.editionCode);
const PRICE_FEN = productInfo.plans[0]?.premiumFen ?? 0;

const client = {
  call: async ({ name }: { name: string }, input: unknown) => {
    if (name === 'queryFamily') return { ok: true, value: family };
    if (name !== 'saveOrder') throw new Error(`unexpected call ${name}`);
    saved.push(input as SaveOrderInputValue);
    const answer = answers.shift();
    if (answer instanceof NetworkFailure) throw answer;
    return answer ?? { ok: true, value: { orderNo: 'JS1', premiumFen: store.get().memberIds.length * PRICE_FEN } };
  },
} as unknown as Client;

const refused = (name: string, message: string, result: unknown = null) =>
  ({ ok: false, code: 400000, name, message, result }) as CallReply<unknown>;

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  store.clear();
  rememberLogin('190****0000');
  family = [member('0000000001', '张三', '00'), member('0000000002', '李四', '01')];
  [saved, went, answers] = [[], [], []];
  box = document.createElement('div');
  document.body.append(box);
  root = createRoot(box);
});
afterEach(async () => {
  await act(async () => root.unmount());
  box.remove();
});

const show = (sale: SaleState = { window: 'insureing', notYetOnSale: false, flow: 'normal' }) =>
  act(async () =>
    root.render(
      <ClientProvider value={client}>
        <EnvironmentContext value={{ serverClock: { now: Date.now, offsetMs: () => 0 }, channel: plainChannel }}>
          <ProductContext value={{ product: productInfo, sale }}>
            <ScreenContext
              value={{
                navigator: { navigate: (to) => void went.push(to), goBack: (to) => void went.push(to) },
                search: '',
              }}
            >
              <ConfirmPage />
            </ScreenContext>
          </ProductContext>
        </EnvironmentContext>
      </ClientProvider>,
    ),
  );

const choose = (...ids: string[]) => store.change((draft, making) => withMembers(draft, ids, making));
const readAll = () => {
  for (const { key, version } of productInfo.documents.filter((document) => document.required)) {
    store.change((draft, { nowMs }) => withRead(draft, { key, version }, thisVisit(), nowMs));
  }
};
const mainButton = () => box.querySelector<HTMLButtonElement>('.bar .button');
const press = () => act(async () => mainButton()?.click());
const consent = () => box.querySelector<HTMLInputElement>('#confirm-consent');
const tick = () => act(async () => consent()?.click());

describe('what the page needs', () => {
  it('sends whoever has chosen nobody to the people', async () => {
    await show();
    expect(went).toEqual(['/beforeAuthUser']);
  });

  it('leaves for the not-on-sale page when the sale closes', async () => {
    choose('0000000001');
    await show();
    expect(went).toEqual([]);
    await show({ window: 'underwriting', notYetOnSale: false, flow: null });
    expect(went).toEqual(['/noSale']);
  });

  it('leaves for the login when nobody is logged in, and is kept for afterwards', async () => {
    choose('0000000001');
    forgetLogin();
    location.hash = '#/beforeConfirm?shareCode=S1';
    await show();
    expect(went[0]).toMatch(/^\/login/);
    expect(Object.values({ ...sessionStorage })).toContain('#/beforeConfirm?shareCode=S1');
  });

  it('drops people who were removed meanwhile', async () => {
    choose('0000000001', '0000000009');
    await show();
    expect(store.get().memberIds).toEqual(['0000000001']);
    expect(box.textContent).toContain('被保险人（1 人）');
  });

  it('names people who are covered already instead of offering to pay', async () => {
    choose('0000000001', '0000000002');
    readAll();
    family = family.map((one) => (one.name === '李四' ? { ...one, state: 'insured' } : one));
    await show();
    expect(box.querySelector('.bar-tip')?.textContent).toBe('李四已经参加本年度保障，不用再买');
    await press();
    expect(went).toEqual(['/beforeAuthUser']);
    expect(saved).toEqual([]);
  });
});

describe('before paying', () => {
  it('says how many documents are left and ticks nothing by itself', async () => {
    choose('0000000001', '0000000002');
    store.change((draft, { nowMs }) => withRead(draft, { key: 'health-notice', version: 1 }, UNRECORDED, nowMs));
    await show();
    expect(box.querySelector('.bar-tip')?.textContent).toBe('还有 3 份文件没读，读完才能付款');
    expect(mainButton()?.textContent).toBe('继续阅读');
    expect(box.querySelector('.bar-sum')?.textContent).toBe('2 人合计¥316.00');
    expect(consent()?.checked).toBe(false);
  });

  it('asks for the consent and saves nothing without it', async () => {
    choose('0000000001');
    readAll();
    await show();
    await press();
    expect(saved).toEqual([]);
    expect(box.textContent).toContain('请看完以上内容后勾选，再去付款');
  });
});

describe('the order', () => {
  const ready = async () => {
    choose('0000000002');
    readAll();
    await show();
    await tick();
  };

  it('holds payer, people, versions and the draft’s key, and leads to the payment', async () => {
    sessionStorage.setItem('cx-record-uuid', 'trace-1');
    location.hash = '#/beforeConfirm?shareCode=S1&agentCode=A1';
    await ready();
    await press();
    expect(saved).toEqual([
      {
        clientKey: store.get().clientKey,
        productId: 'test26',
        planCode: 'basic',
        policyholderMemberId: '0000000001',
        insuredMemberIds: ['0000000002'],
        agreedDocuments: [
          { key: 'health-notice', version: 1 },
          { key: 'insurance-notice', version: 1 },
          { key: 'clauses', version: 1 },
          { key: 'exclusions', version: 1 },
        ],
        traceId: 'trace-1',
        shareCode: 'S1',
        agentCode: 'A1',
      },
    ]);
    expect(went).toEqual(['/pay?orderNo=JS1']);
  });

  it('asks whoever has such cover already whether they want to go on, and takes no for an answer', async () => {
    await ready();
    const other = () => box.querySelector<HTMLInputElement>('#other-cover');
    const insists = () => box.querySelector<HTMLInputElement>('#other-cover-insists');
    expect([other()?.checked, insists()]).toEqual([false, null]);
    await act(async () => other()?.click());
    expect(box.textContent).toContain('同一笔医疗费不能重复报');
    expect(insists()?.checked).toBe(false);
    await press();
    expect([saved, box.textContent]).toEqual([[], expect.stringContaining('已有同类保障，可以不买')]);
    await act(async () => insists()?.click());
    // Taken back and said again, the wish is said again too.
    await act(async () => other()?.click());
    await act(async () => other()?.click());
    expect(insists()?.checked).toBe(false);
    await act(async () => insists()?.click());
    await press();
    expect(saved).toHaveLength(1);
  });

  it('is sent once for a double tap', async () => {
    await ready();
    await act(async () => {
      mainButton()?.click();
      mainButton()?.click();
    });
    expect(saved).toHaveLength(1);
  });

  it('is repeated under the same key when no answer came', async () => {
    await ready();
    answers = [new NetworkFailure('timeout', 'saveOrder')];
    await press();
    expect(box.querySelector('.bar-tip')?.textContent).toContain('不会重复下单');
    await press();
    expect(saved.map((order) => order.clientKey)).toEqual([store.get().clientKey, store.get().clientKey]);
    expect(went).toEqual(['/pay?orderNo=JS1']);
  });

  it('stands in line where many are buying, and goes on by itself when it is its turn', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      await ready();
      const place = { ticket: 't1', ahead: 1_180, waitMs: 150_000, askAgainMs: 5_000 };
      answers = [
        refused('in-line', '正在为您排队', place),
        refused('in-line', '正在为您排队', { ...place, ticket: 't2', ahead: 40, waitMs: 20_000, askAgainMs: 2_000 }),
        new NetworkFailure('timeout', 'saveOrder'),
      ];
      await press();
      const panel = () => document.querySelector('[role=dialog]')?.textContent ?? '';
      expect(panel()).toContain('前面大约 1,200 位大约还要 3 分钟');
      await act(() => vi.advanceTimersByTimeAsync(5_000));
      expect(panel()).toContain('前面还有 40 位不到 1 分钟');
      await act(() => vi.advanceTimersByTimeAsync(2_000));
      expect(panel()).toContain('前面还有 40 位');
      await act(() => vi.advanceTimersByTimeAsync(3_000));
      expect(saved.map((order) => order.lineTicket)).toEqual([undefined, 't1', 't2', 't2']);
      expect(new Set(saved.map((order) => order.clientKey)).size).toBe(1);
      expect(panel()).toBe('');
      expect(went).toEqual(['/pay?orderNo=JS1']);
    } finally {
      vi.useRealTimers();
    }
  });

  it('keeps its place for a while when the resident would not wait', async () => {
    await ready();
    answers = [refused('in-line', '正在为您排队', { ticket: 't1', ahead: 3, waitMs: 1_000, askAgainMs: 60_000 })];
    await press();
    await act(async () => document.querySelector<HTMLButtonElement>('[role=dialog] button')?.click());
    expect(document.querySelector('[role=dialog]')).toBeNull();
    expect(box.querySelector('.bar-tip')?.textContent).toContain('填好的内容都在');
    expect(went).toEqual([]);
    await press();
    expect(saved.map((order) => order.lineTicket)).toEqual([undefined, 't1']);
    expect(went).toEqual(['/pay?orderNo=JS1']);
  });

  it.each([
    ['付 ', '/pay?orderNo=JS1'],
    ['先看订单', '/orderDetail?orderNo=JS1'],
  ])('of another price than the page shows is told before it is paid: %s', async (words, to) => {
    await ready();
    answers = [{ ok: true, value: { orderNo: 'JS1', premiumFen: 99_900 } }];
    await press();
    // This document's history never tells that the dialog's own entry is gone.
    vi.spyOn(layerHistory(), 'settled').mockResolvedValue(undefined);
    const dialog = () => document.querySelector('[role=dialog]');
    expect(dialog()?.textContent).toContain('现在是 999.00 元');
    expect(went).toEqual([]);
    const buttons = Array.from(dialog()?.querySelectorAll('button') ?? []);
    await act(async () => buttons.find(({ textContent }) => textContent?.includes(words))?.click());
    expect(went).toEqual([to]);
  });

  it('becomes another one when the former was closed', async () => {
    await ready();
    const closedKey = store.get().clientKey;
    answers = [refused('order-state', '这笔订单已经关闭，请重新提交')];
    await press();
    expect(saved.map((order) => order.clientKey)).toEqual([closedKey, store.get().clientKey]);
    expect(store.get().clientKey).not.toBe(closedKey);
    expect(went).toEqual(['/pay?orderNo=JS1']);
  });

  it('that is refused says why in the server’s words', async () => {
    await ready();
    answers = [refused('adult-required', '缴费人要满 18 周岁，请换一位家长来缴费')];
    await press();
    expect(box.querySelector('.bar-tip [role=alert]')?.textContent).toBe('缴费人要满 18 周岁，请换一位家长来缴费');
    expect(went).toEqual([]);
  });
});
