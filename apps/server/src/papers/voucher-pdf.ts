import { beijingDateTime, formatDateTime, formatDotRange } from '@huimin/domain/date';
import { amountInCapitals, formatYuan, formatYuanWithSign } from '@huimin/domain/money';
import { fingerprintLine } from './content-fingerprint.ts';
import { framedSentence, NOTE, numberedList, paragraph } from './paper-blocks.ts';
import { CONTENT_WIDTH, INK, MARGIN, type PaperCanvas, type TextStyle } from './paper-canvas.ts';
import type { PaymentStep, VoucherPaperData } from './paper-data.ts';
import type { FlowBlock } from './paper-flow.ts';
import { measureText } from './paper-fonts.ts';
import { renderFramedPaper, substitutionNotes, verificationRow } from './paper-frame.ts';
import { labelled, tableBlocks } from './paper-table.ts';
import { printable, secondText } from './paper-text.ts';
import type { SealPlace } from './seal/seal-place.ts';
import { formatVerificationCode } from './verification-code.ts';

const CELL_PADDING_Y = 5.5;
const NOT_A_CONTRACT = '本凭证不作为保险合同，也不能代替发票';

/** Renders the payment voucher: A4, one page with a counterfoil to cut off; more when its texts are long. */
export function renderVoucherPdf(input: VoucherPaperData, seal?: SealPlace): Promise<Buffer> {
  const data = printable(input);
  const remarks = [
    '状态、金额、付款时间以查询结果为准',
    `查询码 ${formatVerificationCode(data.verificationCode)}`,
    `开具 ${formatDateTime(data.issuedAtMs)}`,
  ];
  return renderFramedPaper(data, {
    head: {
      title: '保险费付款凭证',
      numberLabel: '凭证号',
      number: data.voucherNumber,
      dated: `开具 ${formatDateTime(data.issuedAtMs)}`,
    },
    author: data.payee,
    createdAtMs: data.issuedAtMs,
    seal,
    content: (canvas) => ({
      blocks: voucherBlocks(canvas, data),
      footBlocks: [verificationRow(canvas, data, remarks, 6), ...counterfoilBlocks(canvas, data)],
    }),
    foot: () => [fingerprintLine(input), `服务电话 ${data.servicePhone}`],
  });
}

function voucherBlocks(canvas: PaperCanvas, data: VoucherPaperData): FlowBlock[] {
  const { insured, payer } = data;
  return [
    amountPanel(canvas, data.amountFen),
    gap(12),
    ...tableBlocks(canvas, {
      columnWidths: [86, 318, 86, 200],
      paddingY: CELL_PADDING_Y,
      rows: [
        labelled([
          ['付款人', payer.name],
          ['证件号码', payer.idNumber],
        ]),
        labelled([
          ['被保险人', `${insured.name}（${insured.relationship}）`],
          ['保险单号', data.policyNumber ?? '正在出单'],
        ]),
        labelled([
          ['产品', `${data.productName} ${data.productFullName}`],
          ['保障期', formatDotRange(data.coverageStartsOn, data.coverageEndsOn)],
        ]),
        labelled([
          ['付款方式', data.paymentMethod],
          ['付款时间', secondText(data.paidAtMs)],
        ]),
        labelled([
          ['订单号', data.orderNumber],
          ['渠道流水', data.providerTransactionNumber],
        ]),
        labelled([
          ['收款方', data.payee],
          ['数量', `1 人 × ${formatYuan(data.amountFen)} 元 / 年`],
        ]),
        ...upgradeRows(data),
      ],
    }),
    ...(data.steps.length > 0 ? [stepsRow(canvas, data.steps)] : []),
    framedSentence(canvas, NOT_A_CONTRACT),
    ...numberedList(canvas, notes(data), 6),
  ];
}

/** What was paid first, and the difference paid for the upgrade. */
function upgradeRows({ upgrade }: VoucherPaperData): ReturnType<typeof labelled>[] {
  if (!upgrade) return [];
  const { fromPlanName, toPlanName } = upgrade;
  return [
    labelled([
      [
        '其中',
        `${fromPlanName} ${formatYuan(upgrade.basePremiumFen)} 元，升为${toPlanName}补 ${formatYuan(upgrade.differenceFen)} 元`,
      ],
      ['批单号', upgrade.endorsementNumber],
    ]),
    labelled([
      ['差价付款', `${upgrade.paymentMethod}，${secondText(upgrade.paidAtMs)}`],
      ['差价流水', upgrade.providerTransactionNumber],
    ]),
  ];
}

function notes(data: VoucherPaperData): string[] {
  const { wholeOrder } = data;
  const amountFen = data.upgrade?.basePremiumFen ?? data.amountFen;
  const part = wholeOrder
    ? [
        `同一订单付了 ${wholeOrder.peopleCount} 人，共 ${formatYuan(wholeOrder.amountFen)} 元。` +
          `这张是其中 1 人的 ${formatYuan(amountFen)} 元，其他人各有一张。`,
      ]
    : [];
  return [
    '本凭证只说明已经收到这笔保险费。保障内容以保险单和条款为准。',
    ...part,
    '退保后本凭证作废，扫码会显示“已作废”。',
    `需要发票，请拨打 ${data.servicePhone}。`,
    ...substitutionNotes(data),
  ];
}

function gap(height: number): FlowBlock {
  return { height, marginTop: 0, paint: () => undefined };
}

/** The amount in figures and in capitals, in the largest type of the paper. */
function amountPanel(canvas: PaperCanvas, amountFen: number): FlowBlock {
  const height = 96;
  const label: TextStyle = { size: 13, lineHeight: 21, weight: 'regular', color: INK.text2 };
  return {
    height,
    marginTop: 12,
    paint(top) {
      canvas.decoration(() => {
        canvas.fill(MARGIN, top, CONTENT_WIDTH, height, INK.primarySoft, 8);
        canvas.frame(MARGIN + 0.75, top + 0.75, CONTENT_WIDTH - 1.5, height - 1.5, INK.primary, 1.5, 8);
      });
      const figures: TextStyle = { size: 30, lineHeight: 38, weight: 'bold', color: INK.primary };
      const capitals: TextStyle = { size: 20, lineHeight: 30, weight: 'bold', color: INK.text };
      const x = MARGIN + 20;
      canvas.content(canvas.root, 'P', () => {
        canvas.text('金额', x, top + 25, label);
        canvas.text(formatYuanWithSign(amountFen), x + 44, top + 11, figures);
      });
      canvas.content(canvas.root, 'P', () => {
        canvas.text('大写', x, top + 60, label);
        canvas.text(amountInCapitals(amountFen), x + 44, top + 53, capitals);
      });
    },
  };
}

/** What happened to the money, left to right. */
function stepsRow(canvas: PaperCanvas, steps: readonly PaymentStep[]): FlowBlock {
  const width = CONTENT_WIDTH / steps.length;
  const style: TextStyle = { size: 13, lineHeight: 20, weight: 'regular', color: INK.text };
  return {
    height: 56,
    marginTop: 14,
    paint(top) {
      canvas.decoration(() => {
        steps.forEach((_step, i) => {
          const x = MARGIN + i * width + 4.5;
          if (i < steps.length - 1) canvas.line(x + 8.5, top + 4.5, x + width - 8.5, top + 4.5, INK.border, 1.5);
          canvas.disc(x, top + 4.5, 4.5, INK.success);
        });
      });
      const list = canvas.group(canvas.root, 'L');
      steps.forEach((step, i) => {
        const x = MARGIN + i * width + 2;
        canvas.content(canvas.group(list, 'LI'), 'LBody', () => {
          canvas.text(step.label, x, top + 14, { ...style, weight: 'bold' });
          const timeX = x + measureText(step.label, 'bold', 13) + 8;
          canvas.text(beijingDateTime(step.atMs).slice(11), timeX, top + 14, style);
          canvas.text(step.note, x, top + 34, { ...NOTE });
        });
      });
    },
  };
}

/** The part below the dashed line, kept by a work unit or community. */
function counterfoilBlocks(canvas: PaperCanvas, data: VoucherPaperData): FlowBlock[] {
  const cutText = '沿虚线剪下，存根联';
  const quiet: TextStyle = { size: 12.5, lineHeight: 20, weight: 'regular', color: INK.text3 };
  const cutLine: FlowBlock = {
    height: 20,
    marginTop: 8,
    paint(top) {
      const half = measureText(cutText, 'regular', quiet.size) / 2 + 12;
      const middle = MARGIN + CONTENT_WIDTH / 2;
      canvas.decoration(() => {
        canvas.line(MARGIN, top + 10, middle - half, top + 10, INK.border, 1.5, 4.5);
        canvas.line(middle + half, top + 10, MARGIN + CONTENT_WIDTH, top + 10, INK.border, 1.5, 4.5);
      });
      canvas.content(canvas.root, 'P', () => canvas.text(cutText, middle, top, quiet, 'center'));
    },
  };
  const title: FlowBlock = {
    height: 32,
    marginTop: 6,
    paint(top) {
      const style: TextStyle = { size: 16, lineHeight: 26, weight: 'bold', color: INK.text };
      canvas.content(canvas.root, 'H2', () => canvas.text('保险费付款凭证（存根）', MARGIN, top, style));
      const number: TextStyle = { size: 13, lineHeight: 26, weight: 'regular', color: INK.text };
      canvas.content(canvas.root, 'P', () =>
        canvas.text(data.voucherNumber, MARGIN + CONTENT_WIDTH, top, number, 'right'),
      );
    },
  };
  return [
    cutLine,
    title,
    ...tableBlocks(canvas, {
      columnWidths: [114, 224, 114, 238],
      paddingY: CELL_PADDING_Y,
      rows: [
        labelled([
          ['付款人', data.payer.name],
          ['保险单号', data.policyNumber ?? '正在出单'],
        ]),
        labelled([
          ['金额', formatYuanWithSign(data.amountFen)],
          ['大写', amountInCapitals(data.amountFen)],
        ]),
        labelled([
          ['付款时间', secondText(data.paidAtMs)],
          ['渠道流水', data.providerTransactionNumber],
        ]),
      ],
    }),
    paragraph(
      canvas,
      '本凭证不作为保险合同。存根由单位或社区留存时，请妥善保管个人信息。',
      { ...NOTE, color: INK.text3 },
      8,
    ),
  ];
}
