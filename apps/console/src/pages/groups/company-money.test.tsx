// @vitest-environment happy-dom
import type { DeskGroupValue, StaffSelfValue } from '@huimin/contract/console';
import type { StaffPermission } from '@huimin/contract/vocabulary';
import { App } from 'antd';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { SelfProvider } from '../../app/self.tsx';
import { CompanyMoney } from './company-money.tsx';

(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;

const OWN = { account: 'caiwu01', name: '财务 01' };
/** Of the same name: people are told apart by their accounts. */
const OTHER = { account: 'caiwu02', name: '财务 01' };

const receipt = (enteredBy: typeof OWN, state: DeskGroupValue['receipts'][number]['state'] = 'entered') => ({
  ...{ receiptNo: `R${enteredBy.account}${state}`, bankReference: 'BANK-1', amountFen: 189_600, payerName: '示范机械' },
  ...{ payerAccountMasked: '6222****1111', receivedOn: '2026-11-20', enteredBy, confirmedBy: null, state },
});
const payout = (proposedBy: typeof OWN, state: DeskGroupValue['payouts'][number]['state'] = 'proposed') => ({
  ...{ payoutNo: `P${proposedBy.account}${state}`, amountFen: 17_800, reason: '多转了一笔', bankReference: null },
  ...{ payee: { name: '示范机械', bank: '演示银行', accountMasked: '6222****1111' }, proposedBy, paidBy: null, state },
});
const company = (more: Partial<DeskGroupValue>): DeskGroupValue =>
  ({
    ...{ groupNo: 'TD1', receipts: [], payouts: [], vouchers: [], invoice: null, payableBackFen: 0 },
    money: { receivedFen: 0, usedFen: 0, returnedFen: 0, leftFen: 0 },
    ...more,
  }) as unknown as DeskGroupValue;

let root: Root;
beforeEach(() => {
  root = createRoot(document.body.appendChild(document.createElement('div')));
});
afterEach(async () => {
  await act(async () => root.unmount());
  document.body.replaceChildren();
});

async function show(group: DeskGroupValue, permissions: readonly StaffPermission[] = ['groups.money']): Promise<void> {
  const self = { account: OWN.account, name: OWN.name } as StaffSelfValue;
  await act(async () =>
    root.render(
      <App>
        <SelfProvider value={{ self, may: (one) => permissions.includes(one), refresh: () => {} }}>
          <CompanyMoney group={group} onChanged={() => {}} />
        </SelfProvider>
      </App>,
    ),
  );
}
const buttonsIn = (part: ParentNode | null | undefined): string[] =>
  [...(part?.querySelectorAll('button') ?? [])].map(({ textContent }) => (textContent ?? '').replace(/\s/g, ''));
const rows = (): string[][] => [...document.querySelectorAll('tbody tr')].map(buttonsIn);

test('whoever entered a transfer or a payout takes it back, and only somebody else confirms it', async () => {
  await show(company({ receipts: [receipt(OWN), receipt(OTHER)], payouts: [payout(OWN), payout(OTHER)] }));
  expect(rows()).toEqual([['撤回登记'], ['和银行流水核对过，确认', '撤回登记'], ['撤回'], ['已付款', '撤回']]);
});

test('what is settled or taken back is done nothing with any more', async () => {
  const receipts = [receipt(OTHER, 'confirmed'), receipt(OTHER, 'withdrawn')];
  await show(company({ receipts, payouts: [payout(OTHER, 'paid'), payout(OTHER, 'withdrawn')] }));
  expect(rows()).toEqual([[], [], [], []]);
  expect([...document.querySelectorAll('tbody td:nth-child(5)')].map(({ textContent }) => textContent)).toEqual([
    '已确认',
    '已撤回',
    '已付',
    '已撤回',
  ]);
});

test('whoever does not keep the money reads the sums and moves none', async () => {
  const money = { receivedFen: 213_600, usedFen: 189_600, returnedFen: 0, leftFen: 24_000 };
  const group = company({ receipts: [receipt(OTHER)], payouts: [payout(OTHER)], money, payableBackFen: 24_000 });
  await show(group, ['groups.view', 'groups.handle']);
  expect(buttonsIn(document.body)).toEqual([]);
  const text = document.body.textContent ?? '';
  for (const sum of ['到账 2,136.00', '已用 1,896.00', '余 240.00', '-178.00']) expect(text).toContain(sum);
});

test('an invoice is noted where something was used, and money goes back where some is left', async () => {
  const nothing = { receivedFen: 0, usedFen: 0, returnedFen: 0, leftFen: 0 };
  await show(company({}));
  expect(buttonsIn(document.querySelector('.panel-head'))).toEqual(['登记到账']);
  await show(company({ money: { ...nothing, usedFen: 1 } }));
  expect(buttonsIn(document.querySelector('.panel-head'))).toEqual(['登记到账', '登记发票']);
  await show(company({ payableBackFen: 1 }));
  expect(buttonsIn(document.querySelector('.panel-head'))).toEqual(['登记到账', '退回单位款']);
});
