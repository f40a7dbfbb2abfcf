import { calls } from '@huimin/contract';
import { expect, test } from 'vitest';
import { paperInput, paperLink, paperOfQuery, paperPage, paperScreen } from './paper-links.ts';

const read = (address: string) => {
  const { pathname, searchParams } = new URL(address, 'https://example.test');
  return [pathname, Object.fromEntries(searchParams)];
};

test('a policy by its number', () => {
  const paper = { orderNo: 'JS2620251120000128', paper: 'policy', policyNo: 'TEST20260001281', position: 2 } as const;
  expect(read(paperLink(calls, paper, 'inline'))).toEqual([
    '/hmb-js26/api/v1/insure/order/downloadPolicy',
    { orderNo: 'JS2620251120000128', paper: 'policy', disposition: 'inline', policyNo: 'TEST20260001281' },
  ]);
});

test('a voucher of a person without a policy yet, by position', () => {
  const paper = { orderNo: 'JS2620251120000128', paper: 'voucher', policyNo: null, position: 2 } as const;
  expect(read(paperLink(calls, paper, 'attachment'))).toEqual([
    '/hmb-js26/api/v1/insure/order/downloadPolicy',
    { orderNo: 'JS2620251120000128', paper: 'voucher', disposition: 'attachment', position: '2' },
  ]);
});

test('the record of an order’s money', () => {
  const paper = { orderNo: 'JS2620251120000128', paper: 'money' } as const;
  expect(read(paperLink(calls, paper, 'attachment'))).toEqual([
    '/hmb-js26/api/v1/insure/order/money/download',
    { orderNo: 'JS2620251120000128', disposition: 'attachment' },
  ]);
});

test('an endorsement', () => {
  const paper = { orderNo: 'JS2620251120000128', paper: 'endorsement', changeNo: 'GZ1' } as const;
  expect(read(paperLink(calls, paper, 'inline'))).toEqual([
    '/hmb-js26/api/v1/insure/policy/endorsement',
    { orderNo: 'JS2620251120000128', changeNo: 'GZ1', disposition: 'inline' },
  ]);
});

test.each([
  ['policy', '#/voucher?orderNo=JS2620251120000128'],
  ['voucher', '#/voucher?orderNo=JS2620251120000128'],
  ['money', '#/orderMoney?orderNo=JS2620251120000128'],
  ['endorsement', '#/updateNew?orderNo=JS2620251120000128&changeNo=GZ1'],
] as const)('another browser is sent to the page of a %s', (paper, page) => {
  const changeNo = paper === 'endorsement' ? { changeNo: 'GZ1' } : {};
  expect(paperPage({ orderNo: 'JS2620251120000128', paper, ...changeNo })).toBe(page);
});

test.each([
  [
    { orderNo: 'JS26', paper: 'policy', policyNo: 'SMA1', position: 2 },
    { orderNo: 'JS26', paper: 'policy', policyNo: 'SMA1' },
  ],
  [
    { orderNo: 'JS26', paper: 'voucher', policyNo: null, position: 2 },
    { orderNo: 'JS26', paper: 'voucher', position: 2 },
  ],
  [
    { orderNo: 'JS26', paper: 'endorsement', changeNo: 'GZ1' },
    { orderNo: 'JS26', paper: 'endorsement', changeNo: 'GZ1' },
  ],
  [
    { orderNo: 'JS26', paper: 'money' },
    { orderNo: 'JS26', paper: 'money' },
  ],
] as const)('%j is carried to its own screen as %j', (paper, input) => {
  expect(paperInput(paper)).toEqual(input);
  const address = paperScreen('picture', paperInput(paper));
  expect(address.startsWith('#/paper?')).toBe(true);
  expect(paperOfQuery(new URLSearchParams(address.split('?')[1]))).toEqual(input);
});

test('an address that names no paper leads to none', () => {
  for (const query of ['', 'orderNo=JS26', 'paper=policy', 'orderNo=JS26&paper=love', 'orderNo=JS26&paper=endorsement'])
    expect(paperOfQuery(new URLSearchParams(query))).toBeNull();
  expect(paperOfQuery(new URLSearchParams('orderNo=J&paper=policy&position=99'))).toMatchObject({ position: 1 });
});
