import type { DeskGroupValue } from '@huimin/contract/console';
import { formatYuan } from '@huimin/domain/money';
import { Alert, App, Button, Form, Input } from 'antd';
import { useState } from 'react';
import { call, fileAddress } from '../../api/client.ts';
import { DayInput } from '../../app/day-input.tsx';
import { Dialog } from '../../app/dialog.tsx';
import { EntryForm } from '../../app/entry-form.tsx';
import { useSelf } from '../../app/self.tsx';
import { ActButton } from '../../parts/act-button.tsx';
import { FigureItem } from '../../parts/figure-item.tsx';
import { StateTag } from '../../parts/state-tag.tsx';
import { useSending } from '../../parts/use-sending.ts';
import { writtenDay } from '../../parts/when.ts';

type MoneyAct = { kind: 'receipt' } | { kind: 'payout' } | { kind: 'paid'; payoutNo: string } | { kind: 'invoice' };
type Values = Readonly<Record<string, string | number | undefined>>;

const RECEIPT_STATES = { entered: '待另一人确认', confirmed: '已确认', withdrawn: '已撤回' } as const;
const PAYOUT_STATES = { proposed: '待另一人付款', paid: '已付', withdrawn: '已撤回' } as const;

/** A company's transfers: what came, what it paid for, what goes back. One person enters, another confirms. */
export function CompanyMoney({ group, onChanged }: { group: DeskGroupValue; onChanged(): void }) {
  const { message } = App.useApp();
  const { may, self } = useSelf();
  const [dialog, setDialog] = useState<MoneyAct | null>(null);
  const { groupNo, money } = group;
  const done = (words: string) => {
    message.success(words);
    onChanged();
  };
  const isMoneyHand = may('groups.money');
  const receiptActions = (one: DeskGroupValue['receipts'][number]) =>
    isMoneyHand &&
    one.state === 'entered' && (
      <>
        {one.enteredBy.account !== self.account && (
          <ActButton
            size="small"
            question={{
              title: `确认到账 ${formatYuan(one.amountFen)} 元？`,
              content: `${one.payerName}，流水 ${one.bankReference}，${writtenDay(one.receivedOn)} 到账。确认以后不能撤回；够付账单时，账单上的人马上参保。`,
              okText: '确认到账',
            }}
            onAct={() =>
              call('settleGroupReceipt', { groupNo, receiptNo: one.receiptNo, decision: 'confirm' }).then(() =>
                done('到账已确认'),
              )
            }
          >
            和银行流水核对过，确认
          </ActButton>
        )}{' '}
        <ActButton
          size="small"
          question={{
            title: `撤回 ${formatYuan(one.amountFen)} 元的登记？`,
            content: `流水 ${one.bankReference} 不再等人确认，要用就得重新登记。`,
            okText: '撤回登记',
          }}
          onAct={() =>
            call('settleGroupReceipt', { groupNo, receiptNo: one.receiptNo, decision: 'withdraw' }).then(() =>
              done('登记已撤回'),
            )
          }
        >
          撤回登记
        </ActButton>
      </>
    );
  return (
    <section className="panel" aria-label="单位转账">
      <div className="panel-head">
        <h2>单位转账</h2>
        <small className="num">
          {`到账 ${formatYuan(money.receivedFen)}　已用 ${formatYuan(money.usedFen)}　已退 ${formatYuan(money.returnedFen)}　余 ${formatYuan(money.leftFen)} 元`}
          {group.invoice && `　发票 ${group.invoice.number}，${writtenDay(group.invoice.day)}`}
        </small>
        <span className="space" />
        {group.vouchers.map(({ fileId, fileName }) => (
          <Button key={fileId} size="small" href={fileAddress('showGroupVoucher', { groupNo, fileId })} target="_blank">
            回单 {fileName}
          </Button>
        ))}
        {isMoneyHand && (
          <>
            <Button size="small" onClick={() => setDialog({ kind: 'receipt' })}>
              登记到账
            </Button>
            {money.usedFen > 0 && (
              <Button size="small" onClick={() => setDialog({ kind: 'invoice' })}>
                登记发票
              </Button>
            )}
            {group.payableBackFen > 0 && (
              <Button size="small" onClick={() => setDialog({ kind: 'payout' })}>
                退回单位款
              </Button>
            )}
          </>
        )}
      </div>
      {group.receipts.length + group.payouts.length === 0 ? (
        <p style={{ padding: 16 }}>还没有到账。转账附言要写账单上的编号。</p>
      ) : (
        <div className="scroll-x">
          <table className="console-table money-lines">
            <caption className="sr-only">到账和退款</caption>
            <thead>
              <tr>
                <th scope="col">哪一笔</th>
                <th scope="col">户名和账号</th>
                <th scope="col" className="right">
                  金额（元）
                </th>
                <th scope="col">谁登记，谁确认</th>
                <th scope="col">状态</th>
                <th scope="col">
                  <span className="sr-only">操作</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {group.receipts.map((one) => (
                <tr key={one.receiptNo}>
                  <td className="num">
                    到账 {one.bankReference}　{writtenDay(one.receivedOn)}
                  </td>
                  <td>
                    {one.payerName} <span className="num">{one.payerAccountMasked}</span>
                  </td>
                  <td className="num right">{formatYuan(one.amountFen)}</td>
                  <td>
                    {one.enteredBy.name}，{one.confirmedBy?.name ?? '—'}
                  </td>
                  <td>
                    <StateTag
                      tone={one.state === 'confirmed' ? 'success' : one.state === 'entered' ? 'warn' : 'neutral'}
                    >
                      {RECEIPT_STATES[one.state]}
                    </StateTag>
                  </td>
                  <td className="right">{receiptActions(one)}</td>
                </tr>
              ))}
              {group.payouts.map((one) => (
                <tr key={one.payoutNo}>
                  <td className="num">
                    退回 {one.bankReference ?? ''}　{one.reason}
                  </td>
                  <td>
                    {one.payee.name} {one.payee.bank} <span className="num">{one.payee.accountMasked}</span>
                  </td>
                  <td className="num right">{formatYuan(-one.amountFen)}</td>
                  <td>
                    {one.proposedBy.name}，{one.paidBy?.name ?? '—'}
                  </td>
                  <td>
                    <StateTag tone={one.state === 'paid' ? 'success' : one.state === 'proposed' ? 'warn' : 'neutral'}>
                      {PAYOUT_STATES[one.state]}
                    </StateTag>
                  </td>
                  <td className="right">
                    {isMoneyHand && one.state === 'proposed' && (
                      <>
                        {one.proposedBy.account !== self.account && (
                          <Button size="small" onClick={() => setDialog({ kind: 'paid', payoutNo: one.payoutNo })}>
                            已付款
                          </Button>
                        )}{' '}
                        <ActButton
                          size="small"
                          question={{
                            title: `撤回退给单位的 ${formatYuan(one.amountFen)} 元？`,
                            content: '还没有付，撤回后不再等人付款；要退就得重新登记。',
                            okText: '撤回退款',
                          }}
                          onAct={() =>
                            call('settleGroupPayout', {
                              ...{ groupNo, payoutNo: one.payoutNo },
                              decision: 'withdraw',
                            }).then(() => done('退款已撤回'))
                          }
                        >
                          撤回
                        </ActButton>
                      </>
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {dialog && (
        <MoneyDialog
          group={group}
          dialog={dialog}
          onClose={() => setDialog(null)}
          onDone={() => {
            setDialog(null);
            message.success('已登记');
            onChanged();
          }}
        />
      )}
    </section>
  );
}

/** In yuan. */
const SUM = { min: 0.01, max: 20_000_000, places: 2 };
const TITLES = { receipt: '登记到账', payout: '退回单位款', paid: '退款已付', invoice: '登记发票' } as const;

interface DialogProps {
  readonly group: DeskGroupValue;
  readonly dialog: MoneyAct;
  onClose(): void;
  onDone(): void;
}

function MoneyDialog({ group, dialog, onClose, onDone }: DialogProps) {
  const [form] = Form.useForm<Values>();
  const { sending, problem, run } = useSending();
  const { groupNo } = group;
  const send = async (typed: Values) => {
    const text = (name: string) => String(typed[name] ?? '').trim();
    const amountFen = Math.round(Number(typed.yuan) * 100);
    await run(async () => {
      if (dialog.kind === 'receipt') {
        const payer = { payerName: text('name'), payerAccount: text('account') };
        const receipt = { bankReference: text('reference'), amountFen, ...payer, receivedOn: text('day') };
        await call('enterGroupReceipt', { groupNo, ...receipt });
      } else if (dialog.kind === 'payout') {
        const payee = { payeeName: text('name'), payeeBank: text('bank'), payeeAccount: text('account') };
        await call('proposeGroupPayout', { groupNo, amountFen, reason: text('reason'), ...payee });
      } else if (dialog.kind === 'invoice') {
        await call('noteGroupInvoice', { groupNo, invoiceNumber: text('invoiceNumber'), invoicedOn: text('day') });
      } else {
        const paid = { decision: 'paid' as const, bankReference: text('reference'), paidOn: text('day') };
        await call('settleGroupPayout', { groupNo, payoutNo: dialog.payoutNo, ...paid });
      }
      onDone();
    });
  };
  const line = (name: string, label: string, most: number) => (
    <Form.Item name={name} label={label} rules={[{ required: true, whitespace: true, message: `请填${label}` }]}>
      <Input maxLength={most} autoComplete="off" />
    </Form.Item>
  );
  const { kind } = dialog;
  const isTransfer = kind === 'receipt' || kind === 'payout';
  const day = { receipt: '到账日期', paid: '付款日期', invoice: '开票日期', payout: '' }[kind];
  return (
    <Dialog
      open
      title={TITLES[dialog.kind]}
      okText={isTransfer ? '提交，等另一人' : '记下'}
      onOk={form.submit}
      onCancel={onClose}
      confirmLoading={sending}
    >
      <EntryForm name="money" form={form} onFinish={send}>
        {kind === 'invoice' && line('invoiceNumber', '发票号码', 30)}
        {(kind === 'receipt' || kind === 'paid') && line('reference', '银行流水号', 64)}
        {isTransfer && <FigureItem name="yuan" label="金额（元）" missing="请填金额" limits={SUM} />}
        {isTransfer && line('name', kind === 'receipt' ? '付款户名' : '收款户名', 60)}
        {kind === 'payout' && line('bank', '开户行', 60)}
        {isTransfer && line('account', kind === 'receipt' ? '付款账号' : '收款账号', 40)}
        {kind === 'payout' && line('reason', '原因', 200)}
        {kind !== 'payout' && (
          <Form.Item name="day" label={day} rules={[{ required: true, message: `请选${day}` }]}>
            <DayInput />
          </Form.Item>
        )}
        {problem !== null && <Alert type="error" showIcon title={problem} role="alert" />}
      </EntryForm>
    </Dialog>
  );
}
