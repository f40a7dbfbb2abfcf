import { formatDateTime, formatDotRange } from '@huimin/domain/date';
import { fingerprintLine } from './content-fingerprint.ts';
import type { EndorsementPaperData } from './endorsement-data.ts';
import { framedSentence, heading, numberedList } from './paper-blocks.ts';
import type { PaperCanvas } from './paper-canvas.ts';
import type { FlowBlock } from './paper-flow.ts';
import { renderFramedPaper, substitutionNotes, verificationRow } from './paper-frame.ts';
import { labelled, type TableCell, tableBlocks } from './paper-table.ts';
import { printable, secondText } from './paper-text.ts';
import type { SealPlace } from './seal/seal-place.ts';
import { formatVerificationCode } from './verification-code.ts';

/** Renders the endorsement of a change: A4, one page unless very much was changed. */
export function renderEndorsementPdf(input: EndorsementPaperData, seal?: SealPlace): Promise<Buffer> {
  const data = printable(input);
  const remarks = [
    `查询码 ${formatVerificationCode(data.verificationCode)}`,
    `${data.insurerName}出具，服务和投诉 ${data.servicePhone}`,
    ...(data.countsLikePaper && !data.voided ? ['电子批单与纸质批单具有同等法律效力'] : []),
  ];
  return renderFramedPaper(data, {
    head: {
      title: '保险批单',
      numberLabel: '批单号',
      number: data.endorsementNumber,
      dated: `批改 ${formatDateTime(data.decidedAtMs)}`,
    },
    author: data.insurerName,
    createdAtMs: data.decidedAtMs,
    seal,
    content: (canvas) => ({
      blocks: endorsementBlocks(canvas, data),
      footBlocks: [verificationRow(canvas, data, remarks, 14)],
    }),
    foot: () => [
      fingerprintLine(input),
      data.isDemonstration ? '演示用，不是真实的保险合同' : '本批单是保险合同的一部分',
    ],
  });
}

function endorsementBlocks(canvas: PaperCanvas, data: EndorsementPaperData): FlowBlock[] {
  const columnWidths = [100, 245, 100, 245];
  const wide = (label: string, text: string): TableCell[] => [
    { text: label, kind: 'label' },
    { text, kind: 'value', columns: 3 },
  ];
  const further = data.furtherOrders > 0 ? `；同一投保人的另外 ${data.furtherOrders} 笔订单的保单同时批改` : '';
  return [
    heading(canvas, '批改的保险合同'),
    ...tableBlocks(canvas, {
      columnWidths,
      rows: [
        wide('保险单号', `${data.policyNumbers.join('、')}${further}`),
        labelled([
          ['订单号', data.orderNumber],
          ['投保人', data.policyholderName],
        ]),
        labelled([
          ['保险期间', formatDotRange(data.coverageStartsOn, data.coverageEndsOn)],
          ['批改生效', secondText(data.decidedAtMs)],
        ]),
      ],
    }),
    heading(canvas, '批改谁的信息'),
    ...tableBlocks(canvas, {
      columnWidths,
      rows: [
        labelled([
          [data.subject, data.name],
          ['证件', `${data.idTypeName} ${data.idNumber}`],
        ]),
        labelled([
          ['原因', data.reason],
          ['申请编号', data.changeNumber],
        ]),
      ],
    }),
    heading(canvas, '批改内容', '证件和电话号码只写出要比对的几位'),
    ...tableBlocks(canvas, {
      columnWidths: [160, 265, 265],
      rows: [
        [
          { text: '项目', kind: 'head' },
          { text: '批改前', kind: 'head' },
          { text: '批改后', kind: 'head' },
        ],
        ...data.items.map(({ label, before, after }): TableCell[] => [
          { text: label, kind: 'value' },
          { text: before, kind: 'value' },
          { text: [{ text: after, weight: 'bold' }], kind: 'value' },
        ]),
      ],
    }),
    framedSentence(canvas, '除上面写明的批改内容以外，保险合同的其他内容不变'),
    ...numberedList(canvas, notes(data), 6),
  ];
}

function notes(data: EndorsementPaperData): string[] {
  return [
    '本批单按投保人的申请出具，是保险合同的一部分，和保险单、条款放在一起保存。',
    '保险费和保险期间没有因为这次批改而变化。时间都是北京时间。',
    `内容有错，请拨打 ${data.servicePhone}，报批单号 ${data.endorsementNumber}。`,
    ...substitutionNotes(data),
  ];
}
