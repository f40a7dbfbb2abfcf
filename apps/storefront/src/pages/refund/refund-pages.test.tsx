// @vitest-environment happy-dom
import type { RefundProgressValue, RefundSubmissionValue } from '@huimin/contract';
import { act, type ComponentType } from 'react';
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
import { forgetRefund, keepRefund, keptRefund } from '../../features/refund/refund-draft.ts';
import RefundConfirmPage from './refund-confirm-page.tsx';
import RefundReasonPage from './refund-reason-page.tsx';

vi.mock('../../api/calls.ts', () => ({
  calls: new Proxy({}, { get: (_, name) => ({ name }) }),
}));
(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;

const ORDER = 'JS0000000000000000001';
const person = (policyNo: string, name: string, more: Partial<RefundSubmissionValue['people'][number]> = {}) => ({
  policyNo,
  name,
  relationship: '00' as const,
  premiumFen: 15_800,
  amountFen: 15_800,
  refundable: true,
  why: null,
  ...more,
});

const submission: RefundSubmissionValue = {
  orderNo: ORDER,
  productName: '苏民安 2026',
  editionYear: 2026,
  offered: true,
  notOffered: null,
  people: [person('SMA1', '张三'), person('SMA2', '李四', { relationship: '01' })],
  basis: 'full',
  basisText: '还没到保障期，全额退',
  consequence: { title: '退保后，这些人 2026 年没有保障', text: '参保截止后不能再买回来。' },
  destination: '原路退回：微信支付',
  arrivalText: '一般 1 到 5 个工作日',
  latestArrival: '2025.11.27 18:00',
  phoneMasked: '190****0000',
  withholding: false,
  reasons: [
    { value: 'wrong-details', label: '信息填错了，想重新买' },
    { value: 'other', label: '其他原因' },
  ],
  refunds: [],
};

const progress: RefundProgressValue = {
  refundNo: `R${ORDER}02`,
  status: 'PROCESSING',
  statusLabel: '退款处理中',
  tone: 'warn',
  amountFen: 15_800,
  people: [{ policyNo: 'SMA2', name: '李四', relationship: '01', amountFen: 15_800 }],
  reasonLabel: '其他原因',
  destination: '原路退回：微信支付',
  arrivalText: '一般 1 到 5 个工作日',
  latestArrival: '2025.11.27 18:00',
  appliedAt: '2025.11.20 10:00',
  settledAt: null,
  steps: [
    { state: 'done', title: '您申请了退保', note: null, amountFen: null, at: '2025.11.20 10:00' },
    { state: 'now', title: '等微信支付退回', note: '一般 1 到 5 个工作日', amountFen: null, at: null },
    { state: 'next', title: '到账，保单终止', note: null, amountFen: null, at: '2025.11.27 18:00' },
  ],
};

let root: Root;
let box: HTMLElement;
let told: RefundSubmissionValue | CallReply<unknown>;
let went: string[];
let sent: { name: string; input: Record<string, unknown> }[];
let answers: (CallReply<unknown> | NetworkFailure)[];

const client = {
  call: async ({ name }: { name: string }, input: Record<string, unknown>) => {
    if (name === 'queryRefundSubmission') return 'ok' in told ? told : { ok: true, value: told };
    sent.push({ name, input });
    const answer = answers.shift();
    if (answer instanceof NetworkFailure) throw answer;
    if (!answer) throw new Error(`unexpected call ${name}`);
    return answer;
  },
} as unknown as Client;

const refused = (name: string, message: string, result: unknown = null) =>
  ({ ok: false, code: 400000, name, message, result }) as CallReply<unknown>;
const codeSent = {
  ok: true,
  value: { amountFen: 15_800, phoneMasked: '190****0000', resendAfterSeconds: 60, validMinutes: 10 },
} as CallReply<unknown>;

beforeEach(() => {
  sessionStorage.clear();
  forgetRefund();
  told = submission;
  [went, sent, answers] = [[], [], []];
  box = document.createElement('div');
  document.body.append(box);
  root = createRoot(box);
});
afterEach(async () => {
  await act(async () => root.unmount());
  box.remove();
});

const SELLING: SaleState = { window: 'insureing', notYetOnSale: false, flow: 'normal' };
const show = (Screen: ComponentType, search = `orderNo=${ORDER}`, sale = SELLING) =>
  act(async () =>
    root.render(
      <ClientProvider value={client}>
        <EnvironmentContext value={{ serverClock: { now: Date.now, offsetMs: () => 0 }, channel: plainChannel }}>
          <ProductContext value={{ product: productInfo, sale }}>
            <ScreenContext
              value={{
                navigator: { navigate: (to) => void went.push(to), goBack: (to) => void went.push(to) },
                search,
              }}
            >
              <Screen />
            </ScreenContext>
          </ProductContext>
        </EnvironmentContext>
      </ClientProvider>,
    ),
  );

const text = () => box.textContent ?? '';
const press = (words: string) =>
  act(async () => [...box.querySelectorAll('button')].find((button) => button.textContent === words)?.click());
const tick = (id: string) => act(async () => document.getElementById(id)?.click());
const type = (id: string, value: string) =>
  act(async () => {
    const field = document.getElementById(id) as HTMLInputElement;
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, value);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  });

describe('whose and why', () => {
  it('says first what it costs, and chooses nothing by itself', async () => {
    await show(RefundReasonPage);
    expect(text()).toContain('退保后，这些人 2026 年没有保障参保截止后不能再买回来。');
    expect(box.querySelectorAll('input:checked')).toHaveLength(0);
    expect(box.querySelector('.bar-sum')?.textContent).toBe('0 人，可退¥0.00');
  });

  it('asks for what is missing, one after the other, and keeps the choice', async () => {
    await show(RefundReasonPage);
    await press('下一步');
    expect(box.querySelector('#refund-nobody')?.textContent).toBe('请选择退谁的');
    await tick('refund-SMA2');
    expect(box.querySelector('.bar-sum')?.textContent).toBe('1 人，可退¥158.00');
    await press('下一步');
    expect(box.querySelector('#refund-no-reason')?.textContent).toBe('请选择为什么退');
    expect(went).toEqual([]);
    await tick('refund-other');
    await press('下一步');
    expect(went).toEqual([`/refund-confirm?orderNo=${ORDER}`]);
    expect(keptRefund(ORDER)).toMatchObject({ policyNos: ['SMA2'], reason: 'other' });
  });

  it('has what was chosen again after a reload before anything was sent', async () => {
    await show(RefundReasonPage);
    await tick('refund-SMA2');
    await tick('refund-other');
    await act(async () => root.unmount());
    root = createRoot(box);
    await show(RefundReasonPage);
    expect([...box.querySelectorAll('input:checked')].map(({ id }) => id)).toEqual(['refund-SMA2', 'refund-other']);
    expect(box.querySelector('.bar-sum')?.textContent).toBe('1 人，可退¥158.00');
  });

  it('chooses the whole family with one press', async () => {
    await show(RefundReasonPage);
    await press('全选');
    expect(box.querySelector('.bar-sum')?.textContent).toBe('2 人，可退¥316.00');
  });

  it('says why somebody cannot be chosen, and leads to the refund under way', async () => {
    told = {
      ...submission,
      people: [person('SMA1', '张三'), person('SMA2', '李四', { refundable: false, amountFen: 0, why: '退保处理中' })],
      refunds: [progress],
    };
    await show(RefundReasonPage);
    expect(document.getElementById('refund-SMA2')?.hasAttribute('disabled')).toBe(true);
    expect(text()).toContain('退保处理中');
    const link = [...box.querySelectorAll('a')].find((one) => one.textContent?.includes('李四的退款'));
    expect(link?.getAttribute('href')).toContain(`refundNo=${progress.refundNo}`);
  });

  it('offers nothing where the product does not, and says whom to call', async () => {
    told = { ...submission, offered: false, notOffered: '这个产品现在不能在网上退保，请打客服电话 400-065-1066' };
    await show(RefundReasonPage);
    expect(text()).toContain('这个产品现在不能在网上退保');
    expect(box.querySelector('a[href^="tel:"]')).not.toBeNull();
    expect(text()).not.toContain('下一步');
  });

  it('speaks of the upgrade where only that goes back', async () => {
    told = { ...submission, kind: 'upgrade' };
    await show(RefundReasonPage);
    expect(box.querySelector('h1')?.textContent).toBe('退回升级');
    expect(text()).toContain('退谁的升级');
    await act(async () => keepRefund({ orderNo: ORDER, policyNos: ['SMA2'], reason: 'other' }));
    await show(RefundConfirmPage);
    expect(box.querySelector('h1')?.textContent).toBe('确认退回升级');
    expect(text()).toContain('退升级的人李四（配偶）');
    await type('refund-code', '123456');
    await press('确认退回');
    expect(box.querySelector('#refund-agree-error')?.textContent).toBe('请看完以上内容后勾选，再确认退回');
    expect(text()).not.toContain('退保');
  });

  it('leads back to an order that nothing was paid for', async () => {
    told = refused('order-state', '订单已经关闭，没有可以退的保单');
    await show(RefundReasonPage);
    expect(text()).toContain('订单已经关闭，没有可以退的保单');
    expect(box.querySelector('a[href^="#/orderDetail"]')?.textContent).toBe('看订单');
    expect(text()).not.toContain('重新加载');
  });
});

describe('confirming', () => {
  const begin = async (policyNos = ['SMA2']) => {
    keepRefund({ orderNo: ORDER, policyNos, reason: 'other' });
    await show(RefundConfirmPage);
  };
  const ready = async (policyNos?: string[]) => {
    await begin(policyNos);
    await type('refund-code', '123456');
    await tick('refund-agree');
  };

  it('sends whoever has chosen nothing to the first step', async () => {
    await show(RefundConfirmPage);
    expect(went).toEqual([`/refund-reason?orderNo=${ORDER}`]);
  });

  it('repeats who, why, how much, where to and by when, and what is lost', async () => {
    await begin();
    expect(text()).not.toContain('自动重新投保');
    for (const words of [
      '李四（配偶）',
      '其他原因',
      '原路退回：微信支付',
      '一般 1 到 5 个工作日',
      '2025.11.27 18:00',
      '¥158.00',
    ])
      expect(text()).toContain(words);
    expect(text()).toContain('我知道退保后李四 2026 年没有保障');
    expect(text()).toContain('发送到 190****0000');
    expect(document.querySelector<HTMLInputElement>('#refund-agree')?.checked).toBe(false);
  });

  it('sends a code on asking only, then counts down', async () => {
    await begin();
    expect(sent).toEqual([]);
    answers = [codeSent];
    await press('获取验证码');
    expect(sent).toEqual([
      { name: 'saveRefundSubmission', input: { orderNo: ORDER, policyNos: ['SMA2'], reason: 'other' } },
    ]);
    expect(text()).toContain('10 分钟内有效');
    expect(text()).toMatch(/(60|59) 秒后可重发/);
  });

  it('needs the code and the consent, and sends nothing before', async () => {
    await begin();
    await press('确认退保');
    expect(box.querySelector('#refund-code-error')?.textContent).toBe('请填写短信里的 6 位数字');
    await type('refund-code', '123456');
    await press('确认退保');
    expect(box.querySelector('#refund-agree-error')?.textContent).toBe('请看完以上内容后勾选，再确认退保');
    expect(sent).toEqual([]);
  });

  it('gives back one person, with the sum that was shown, and goes to the progress', async () => {
    await ready();
    const key = keptRefund(ORDER)?.clientKey;
    answers = [{ ok: true, value: progress } as CallReply<unknown>];
    await press('确认退保');
    expect(sent).toEqual([
      {
        name: 'applyRefund',
        input: {
          orderNo: ORDER,
          policyNos: ['SMA2'],
          reason: 'other',
          expectedFen: 15_800,
          code: '123456',
          clientKey: key,
        },
      },
    ]);
    expect(went).toEqual([`/refund-reason?orderNo=${ORDER}&refundNo=${progress.refundNo}`]);
    expect(keptRefund(ORDER)).toBeNull();
  });

  it('gives back the whole order by its own call', async () => {
    await ready(['SMA1', 'SMA2']);
    answers = [{ ok: true, value: progress } as CallReply<unknown>];
    await press('确认退保');
    expect(sent[0]).toMatchObject({ name: 'refundOrder', input: { expectedFen: 31_600 } });
    expect(sent[0]?.input).not.toHaveProperty('policyNos');
  });

  it.each([true, false])(
    'asks about automatic re-application, unticked, and closes it only when ticked (%s)',
    async (ticks) => {
      told = { ...submission, withholding: true };
      await ready();
      const asked = [...box.querySelectorAll('label')].find((label) => label.textContent?.includes('是否同时关闭'));
      const pick = asked?.querySelector('input');
      expect(pick?.checked).toBe(false);
      if (ticks) await act(async () => pick?.click());
      answers = [{ ok: true, value: progress } as CallReply<unknown>];
      await press('确认退保');
      expect(sent[0]?.input.closeWithholding).toBe(ticks ? true : undefined);
    },
  );

  it('after a lost answer a second press is the same refund', async () => {
    await ready();
    answers = [new NetworkFailure('offline', 'applyRefund'), { ok: true, value: progress } as CallReply<unknown>];
    await press('确认退保');
    expect(box.querySelector('[role=alert]')?.textContent).toContain('再按一次不会重复退');
    await press('确认退保');
    expect(sent.map(({ input }) => input.clientKey)).toEqual([sent[0]?.input.clientKey, sent[0]?.input.clientKey]);
    expect(went).toHaveLength(1);
  });

  it('shows a wrong code under the field and keeps everything', async () => {
    await ready();
    answers = [refused('sms-code-wrong', '验证码不对。请看最新一条短信，重新输入 6 位数字')];
    await press('确认退保');
    expect(box.querySelector('#refund-code-error')?.textContent).toContain('验证码不对');
    expect(document.querySelector<HTMLInputElement>('#refund-agree')?.checked).toBe(true);
    expect(went).toEqual([]);
  });

  it('shows the new sum when it changed meanwhile', async () => {
    await ready();
    answers = [refused('order-state', '可退金额现在是 0.00 元，请重新确认')];
    told = { ...submission, people: submission.people.map((one) => ({ ...one, amountFen: 0 })), basis: 'cash-value' };
    await press('确认退保');
    expect(box.querySelector('[role=alert]')?.textContent).toContain('可退金额现在是 0.00 元');
    expect(box.querySelector('.refund-sum')?.textContent).toContain('¥0.00');
    expect(text()).not.toContain('到账时间');
  });
});

describe('progress', () => {
  const open = (refund: RefundProgressValue, sale = SELLING) => {
    told = { ...submission, refunds: [refund] };
    return show(RefundReasonPage, `orderNo=${ORDER}&refundNo=${refund.refundNo}`, sale);
  };

  it('says by when the money comes, and which step is open', async () => {
    await open(progress);
    expect(box.querySelector('h1')?.textContent).toBe('退款处理中');
    expect(text()).toContain('最晚 2025.11.27 18:00 到账');
    expect(box.querySelector('[aria-current=step]')?.textContent).toContain('等微信支付退回');
    expect(text()).not.toContain('重新参保');
  });

  it('offers to buy again once it is settled and on sale', async () => {
    const settled = { ...progress, status: 'SETTLED' as const, tone: 'ok' as const, settledAt: '2025.11.21 09:00' };
    await open(settled);
    expect(box.querySelector('a[href="#/beforeAuthUser"]')?.textContent).toBe('重新参保');
    await open(settled, { window: 'underwriting', notYetOnSale: false, flow: null });
    expect(box.querySelector('a[href="#/beforeAuthUser"]')).toBeNull();
  });

  it('does not offer it to people who are still insured, without the upgrade', async () => {
    const refund = { ...progress, status: 'SETTLED' as const, tone: 'ok' as const, settledAt: '2025.11.21 09:00' };
    told = { ...submission, kind: 'upgrade', refunds: [refund] };
    await show(RefundReasonPage, `orderNo=${ORDER}&refundNo=${refund.refundNo}`);
    expect(text()).toContain('2025.11.21 09:00 已退款');
    expect(box.querySelector('a[href="#/beforeAuthUser"]')).toBeNull();
  });

  it('does not leave a person alone with a refund that failed', async () => {
    await open({ ...progress, status: 'ABNORMAL', statusLabel: '退款失败待人工', tone: 'err', latestArrival: null });
    expect(text()).toContain('已转人工处理，不用再申请');
    expect(box.querySelector('a[href^="tel:"]')).not.toBeNull();
  });
});
