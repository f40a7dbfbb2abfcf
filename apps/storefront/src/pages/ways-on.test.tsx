// @vitest-environment happy-dom
import { act, type ReactNode } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { NetworkFailure } from '../api/network-failure.ts';
import LoginHistoryPage from './account/login-history-page.tsx';
import { ChooseOrder } from './change/choose-order.tsx';
import { InsuredChange } from './change/insured-change.tsx';
import ComplaintsPage from './complaints/complaints-page.tsx';
import DrugApplyPage from './drugs/drug-apply-page.tsx';
import GroupConfirmPage from './group/group-confirm-page.tsx';
import { BookSheet } from './services/book-sheet.tsx';
import { pageInABox } from './testing/page-in-a-box.tsx';

vi.mock('../api/calls.ts', () => ({ calls: new Proxy({}, { get: (_, name) => ({ name }) }) }));

const NOW = Date.parse('2027-03-01T10:00:00+08:00');

const page = pageInABox();
let answers: Record<string, unknown>;
let asked: [name: string, input: unknown][];

beforeEach(() => {
  answers = {};
  asked = [];
  sessionStorage.clear();
});

const call = async ({ name }: { name: string }, input: unknown) => {
  asked.push([name, input]);
  if (!(name in answers)) throw new NetworkFailure('offline', name);
  return { ok: true, value: answers[name] };
};
const show = (screen: ReactNode, search = '') => page.show(screen, { call, search, now: () => NOW });
const linkTo = (words: string) =>
  Array.from(page.box().querySelectorAll('a'))
    .find(({ textContent }) => textContent === words)
    ?.getAttribute('href');

it('a history that did not come has an end, and the number to ring', async () => {
  answers.listSessions = { sessions: [] };
  await show(<LoginHistoryPage />);
  expect(page.box().querySelector('.skeleton')).toBe(null);
  expect(page.box().textContent).toContain('重新加载');
  answers.accountEvents = { events: [], nextCursor: null };
  await page.anew();
  await show(<LoginHistoryPage />);
  expect(page.box().querySelector('a[href^="tel:"]')).not.toBe(null);
});

it('orders beyond the first page are reached through the list of orders, of all years', async () => {
  const order = { orderNo: 'JS1', productName: '苏民安', insured: [], paidAt: '2026.11.01 10:00', createdAt: '' };
  answers.selectListPaid = { orders: [order], nextCursor: 'JS1' };
  await show(<ChooseOrder title="修改个人信息" isInsured />);
  expect(linkTo('更早的到订单里找')).toBe('#/orders?tab=paid&year=all');
});

it('where nobody’s data can be changed, the way back to the order is there', async () => {
  const person = { policyNo: 'P1', name: '钱庆恩', relationship: '00', offered: false, notOffered: '已经退保' };
  const overview = { orderNo: 'JS1', people: [person], changes: [], draft: null };
  await show(<InsuredChange title="修改个人信息" overview={overview as never} reload={() => {}} />);
  expect(linkTo('返回订单')).toBe('#/orderDetail?orderNo=JS1');
});

const type = (id: string, text: string) =>
  act(async () => {
    const input = document.querySelector<HTMLInputElement>(`#${id}`);
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text);
    input?.dispatchEvent(new Event('input', { bubbles: true }));
  });

it('of a whole number that was pasted the last six are taken, in letters of any width', async () => {
  const product = { productName: '苏民安', premiumFen: 15_800, coverText: '2027.01.01 - 2027.12.31' };
  answers.openInvitation = { ...product, companyName: '示例公司', nameMasked: '钱*', own: null };
  await show(<GroupConfirmPage />, 'link=abc');
  const tail = () => document.querySelector<HTMLInputElement>('#id-tail')?.value;
  await type('id-tail', '32010619880316002x');
  expect(tail()).toBe('16002X');
  await type('id-tail', '１６００２×');
  expect(tail()).toBe('16002X');
});

it('a field that is wrong in a sheet is gone to', async () => {
  const service = { code: 'S1', name: '专家门诊', timesPerYear: null, howToBook: '', provider: '示例' };
  const person = { name: '钱一', policyNo: 'P1', services: [] };
  await show(<BookSheet service={service as never} person={person as never} onClose={() => {}} onBooked={() => {}} />);
  const button = Array.from(document.querySelectorAll('button')).find(({ textContent }) => textContent === '确认报名');
  await act(async () => button?.click());
  expect(document.activeElement?.id).toBe('service-phone');
});

it('a complaint that was changed after its answer was lost is another one, and a repeat is the same', async () => {
  answers.listOwnComplaints = { complaints: [], categories: [{ value: 'claims', label: '理赔' }] };
  answers.queryOrders = { orders: [], nextCursor: null };
  await show(<ComplaintsPage />);
  await vi.waitFor(() => expect(document.querySelector('#complaint-words')).not.toBe(null));
  await act(async () => document.querySelector<HTMLInputElement>('[name=complaint-category]')?.click());
  const write = (text: string) =>
    act(async () => {
      const area = document.querySelector('#complaint-words');
      Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(area, text);
      area?.dispatchEvent(new Event('input', { bubbles: true }));
    });
  const send = () => act(async () => page.box().querySelector('form')?.requestSubmit());
  await write('有一张发票没有算进去');
  await send();
  await send();
  await write('有两张发票没有算进去');
  await send();
  const keys = asked
    .filter(([name]) => name === 'fileComplaint')
    .map(([, input]) => (input as { clientKey: string }).clientKey);
  expect(keys).toHaveLength(3);
  expect(keys[1]).toBe(keys[0]);
  expect(keys[2]).not.toBe(keys[0]);
});

it('a drug that is asked for somebody else after its answer was lost is another request, and a repeat is the same', async () => {
  const drug = {
    ...{ code: 'YF001', genericName: '示例替尼片', cycleText: '28 天', priceFen: 100_000, limitFen: null },
    ...{ ratioPercent: 60, preExistingRatioPercent: 30 },
  };
  const left = { isOpen: true, validDate: '2027-01-01', deductibleLeftFen: 0, limitLeftFen: 1_000_000 };
  answers.specialDrugs = { drugs: [drug] };
  answers.drugApplications = {
    people: [
      { ...left, policyNo: 'P1', name: '钱一' },
      { ...left, policyNo: 'P2', name: '钱二' },
    ],
  };
  for (const [place, kind] of ['prescription', 'report', 'summary', 'identity'].entries()) {
    const file = { key: `k${place}`, name: `${kind}.jpg`, fileId: `W${String(place).padStart(19, '0')}` };
    sessionStorage.setItem(`huimin-uploads-drug-YF001-${kind}`, JSON.stringify([file]));
  }
  await show(<DrugApplyPage />, 'drug=YF001');
  await vi.waitFor(() => expect(document.querySelector('#drug-consent')).not.toBe(null));
  await act(async () => document.querySelector<HTMLInputElement>('#drug-consent')?.click());
  const button = () =>
    Array.from(page.box().querySelectorAll('button')).find(({ textContent }) => textContent === '提交申请');
  const send = () => act(async () => button()?.click());
  await send();
  await send();
  await act(async () => {
    const person = document.querySelector('#drug-person');
    Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, 'value')?.set?.call(person, 'P2');
    person?.dispatchEvent(new Event('change', { bubbles: true }));
  });
  await send();
  const wishes = asked.filter(([name]) => name === 'applyDrug').map(([, input]) => input as Record<string, string>);
  expect(wishes.map(({ policyNo }) => policyNo)).toEqual(['P1', 'P1', 'P2']);
  expect(wishes[1]?.clientKey).toBe(wishes[0]?.clientKey);
  expect(wishes[2]?.clientKey).not.toBe(wishes[0]?.clientKey);
});
