import { beijingDay, beijingDayStart } from '../clock/beijing-time.ts';
import type { FaultKind } from '../faults/fault-kinds.ts';
import { yuan } from '../pages/layout.ts';
import type { SandboxParts } from '../sandbox-parts.ts';
import { CentreError, fieldError } from './centre-error.ts';
import type { CentreTables } from './centre-rows.ts';
import { wireTime } from './envelope.ts';
import type { Data } from './signing.ts';

/** A day's bill is there from ten o'clock of the next one. */
const READY_AFTER_MS = 34 * 3_600_000;
const SPOILING: readonly FaultKind[] = ['bill_extra_row', 'bill_missing_row', 'bill_amount_diff'];

type Line = { atMs: number; fen: number; row: Data };

/** Payments and refunds of one Beijing day. `bill` throws 40001, or 40401 when there is no bill (yet). */
export function createDayBill({ clock, faults }: SandboxParts, tables: CentreTables): { bill(billDate: string): Data } {
  faults.offer('medical-account', 'bill', ['bill_missing', ...SPOILING]);

  const linesOf = (day: string): Line[] => {
    const lines: Line[] = [];
    for (const order of tables.orders.rows()) {
      if (order.paidAtMs === undefined || beijingDay(order.paidAtMs) !== day) continue;
      const row = { billType: 'PAY', outTradeNo: order.outTradeNo, payOrdId: order.payOrdId };
      lines.push({ atMs: order.paidAtMs, fen: order.amountFen, row });
    }
    for (const refund of tables.refunds.rows()) {
      if (refund.doneAtMs === undefined || beijingDay(refund.doneAtMs) !== day) continue;
      const { appRefdSn, outTradeNo, payOrdId, refdId } = refund;
      lines.push({
        atMs: refund.doneAtMs,
        fen: refund.accountFen,
        row: { billType: 'REFUND', appRefdSn, outTradeNo, payOrdId, refdId },
      });
    }
    return lines.sort((a, b) => a.atMs - b.atMs);
  };

  return {
    bill: (billDate) => {
      const [, year, month, date] = /^(\d{4})(\d\d)(\d\d)$/.exec(billDate) ?? [];
      const day = `${year}-${month}-${date}`;
      const startMs = beijingDayStart(day);
      if (Number.isNaN(startMs) || beijingDay(startMs) !== day) throw fieldError('billDate', '格式错误');
      const missing = faults.take('medical-account', 'bill', ['bill_missing'], {});
      if (clock.now() < startMs + READY_AFTER_MS || missing) throw new CentreError('40401', '账单未生成');
      const lines = linesOf(day);
      const struck = new Set(SPOILING.filter((kind) => faults.take('medical-account', 'bill', [kind], {})));
      const first = lines[0];
      if (first && struck.has('bill_amount_diff')) lines[0] = { ...first, fen: first.fen + 1 };
      if (struck.has('bill_missing_row')) lines.pop();
      if (first && struck.has('bill_extra_row')) {
        const payOrdId = `${String(first.row.payOrdId).slice(0, -4)}9999`;
        lines.push({ ...first, row: { ...first.row, outTradeNo: 'UNKNOWN00000001', payOrdId } });
      }
      const rows = lines.map(({ atMs, fen, row }) => ({
        ...row,
        amount: yuan(fen),
        psnAcctAmt: yuan(fen),
        cashAmt: yuan(0),
        time: wireTime(atMs),
      }));
      return { billDate, rowCount: String(rows.length), rows };
    },
  };
}
