import { beijingDateTime } from '@huimin/domain/date';
import { formatYuan } from '@huimin/domain/money';
import { providerLabel } from '@huimin/domain/payment';
import type { TrialBalance } from './trial-balance.ts';

const ACCOUNT_LABELS: Readonly<Record<string, string>> = {
  payer: '付款人往来',
  premium: '保费',
  surplus: '多收待退',
  refund: '应付退款',
  bank: '银行付款',
  overpaid: '多退待追回',
  suspense: '对账挂账',
  deposits: '单位预存款',
};

/** How an account is called in reports. */
export function accountLabel(account: string): string {
  const [, provider] = /^clearing:(.+)$/.exec(account) ?? [];
  return provider === undefined ? (ACCOUNT_LABELS[account] ?? account) : `渠道待清算·${providerLabel(provider)}`;
}

/** The trial balance as a table for a terminal, amounts in yuan. */
export function trialBalanceText(balance: TrialBalance): string {
  const { facts } = balance;
  const lines = [
    `试算平衡 ${beijingDateTime(balance.atMs)}`,
    '',
    row('科目', '借方（元）', '贷方（元）', '余额（元）', '笔数'),
    ...balance.accounts.map((sum) =>
      row(
        accountLabel(sum.account),
        formatYuan(sum.debitFen),
        formatYuan(sum.creditFen),
        formatYuan(sum.balanceFen),
        String(sum.postings),
      ),
    ),
    row('合计', '', '', formatYuan(balance.totalFen), ''),
    '',
    row('渠道', '收款（元）', '已退（元）', '挂账（元）', '待清算（元）', '相符'),
    ...balance.clearing.map((check) =>
      row(
        providerLabel(check.provider),
        formatYuan(check.paymentsFen),
        formatYuan(check.refundsFen),
        formatYuan(check.heldFen),
        formatYuan(check.clearingFen),
        check.isRight ? '是' : '否',
      ),
    ),
    '',
    `已入账 ${facts.posted} 笔，待入账 ${facts.waiting} 笔，逾时未入账 ${facts.overdue} 笔，与事实不符 ${facts.wrong} 笔。`,
    ...(balance.overdrawnGroups === 0 ? [] : [`有 ${balance.overdrawnGroups} 个团体用掉或退回的款超过转来的款。`]),
    '对公转账没有渠道账单：每笔收付按银行流水号登记，由另一人对照银行对账单确认。',
    balance.isRight ? '账平。' : '账不平，请查上面标出的各处。',
  ];
  return lines.map((line) => line.trimEnd()).join('\n');
}

const WIDTHS = [26, 18, 18, 18, 18, 8] as const;

function row(...cells: string[]): string {
  return cells.map((cell, index) => padded(cell, WIDTHS[index] ?? 0, index > 0)).join('');
}

/** A Chinese character is two columns wide in a terminal. */
function padded(text: string, width: number, toTheRight: boolean): string {
  const columns = [...text].reduce((total, character) => total + (character > '\u2e7f' ? 2 : 1), 0);
  const space = ' '.repeat(Math.max(1, width - columns));
  return toTheRight ? space + text : text + space;
}
