import { formatDateTime, formatDeadline } from '@huimin/domain/date';
import { formatYuan } from '@huimin/domain/money';
import { framedSentence, heading, infoPanel, numberedList } from './paper-blocks.ts';
import type { PaperCanvas } from './paper-canvas.ts';
import type { OrderMoneyPaperData, PaperMoneyEntry } from './paper-data.ts';
import type { FlowBlock } from './paper-flow.ts';
import { renderFramedPaper, substitutionNotes, verificationRow } from './paper-frame.ts';
import { labelled, type TableCell, tableBlocks } from './paper-table.ts';
import { printable, secondText } from './paper-text.ts';
import type { SealPlace } from './seal/seal-place.ts';
import { formatVerificationCode } from './verification-code.ts';

/** Room is needed for the story. */
const SMALL_CODE = 76;
const NOT_A_CONTRACT = '本记录不作为保险合同，也不能代替发票';

/**
 * Renders the record of an order's money: A4, as many pages as it takes. Throws RangeError where the sums do not come
 * to what was charged.
 */
export function renderOrderMoneyPdf(input: OrderMoneyPaperData, seal?: SealPlace): Promise<Buffer> {
  const { chargedFen, usedFen, returningFen, returnedFen } = input;
  if (usedFen + returningFen + returnedFen !== chargedFen) throw new RangeError('The sums do not come to the charge');
  const data = printable(input);
  const remarks = ['核对订单号，看现在的金额和状态', `查询码 ${formatVerificationCode(data.verificationCode)}`];
  return renderFramedPaper(data, {
    head: {
      title: '付款和退款记录',
      numberLabel: '订单号',
      number: data.orderNumber,
      dated: `截至 ${formatDateTime(data.drawnAtMs)}`,
    },
    author: data.serviceName,
    createdAtMs: data.drawnAtMs,
    seal,
    content: (canvas) => ({
      blocks: recordBlocks(canvas, data),
      footBlocks: [verificationRow(canvas, data, remarks, 4, SMALL_CODE)],
    }),
    foot: () => [`截至 ${secondText(data.drawnAtMs)}`, `服务电话 ${data.servicePhone}`],
  });
}

function recordBlocks(canvas: PaperCanvas, data: OrderMoneyPaperData): FlowBlock[] {
  return [
    infoPanel(canvas, data.state.title, `${data.state.text}这是 ${secondText(data.drawnAtMs)} 的情况。`),
    heading(canvas, '钱的总数'),
    ...tableBlocks(canvas, {
      columnWidths: [130, 215, 130, 215],
      rows: [
        labelled([
          ['您一共被扣', yuan(data.chargedFen), true],
          [
            `用于${data.purpose ?? '参保'}${data.insuredCount > 0 ? `，${data.insuredCount} 人` : ''}`,
            yuan(data.usedFen),
          ],
        ]),
        labelled([
          ['正在退给您', yuan(data.returningFen)],
          ['已经退给您', yuan(data.returnedFen)],
        ]),
      ],
    }),
    ...entryTable(canvas, '每一笔钱', data.entries),
    ...(data.next.length > 0 ? entryTable(canvas, '接下来', data.next) : []),
    framedSentence(canvas, NOT_A_CONTRACT),
    ...numberedList(canvas, notes(data), 6),
  ];
}

/** One row for each entry: when, what, how much, and the number to quote. */
function entryTable(canvas: PaperCanvas, title: string, entries: readonly PaperMoneyEntry[]): FlowBlock[] {
  const head = (text: string, align: 'left' | 'right' = 'left'): TableCell => ({ text, kind: 'head', align });
  const value = (text: TableCell['text'], align: 'left' | 'right' = 'left'): TableCell => ({
    text,
    kind: 'value',
    align,
  });
  return [
    heading(canvas, title),
    ...tableBlocks(canvas, {
      columnWidths: [160, 212, 92, 226],
      rows: [
        [head('时间'), head('事项'), head('金额', 'right'), head('流水号、退款单号')],
        ...entries.map((entry) => [
          value(momentText(entry)),
          value([
            { text: entry.title, weight: 'bold' as const },
            ...(entry.text === null ? [] : [{ text: `　${entry.text}`, weight: 'regular' as const }]),
          ]),
          value(entry.amountFen === null ? '' : yuan(entry.amountFen), 'right'),
          value(entry.serial ?? ''),
        ]),
      ],
    }),
  ];
}

function momentText({ atMs, latest }: PaperMoneyEntry): string {
  return [atMs !== null && secondText(atMs), latest !== null && `最晚 ${formatDeadline(latest)}`]
    .filter((part) => part !== false)
    .join('，');
}

const yuan = (fen: number): string => `${formatYuan(fen)} 元`;

function notes(data: OrderMoneyPaperData): string[] {
  return [
    '本记录写的是截至时间的情况，之后的变化请在“付款和退款记录”页面看。时间都是北京时间。',
    `过了“最晚”的时间还没到，请拨打 ${data.servicePhone}，报订单号 ${data.orderNumber}。`,
    ...substitutionNotes(data),
  ];
}
