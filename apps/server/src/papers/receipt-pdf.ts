import { formatDateTime, formatDotDate } from '@huimin/domain/date';
import { fingerprintText } from './content-fingerprint.ts';
import { framedSentence, heading, infoPanel, numberedList } from './paper-blocks.ts';
import type { PaperCanvas } from './paper-canvas.ts';
import type { FlowBlock } from './paper-flow.ts';
import { renderFramedPaper, substitutionNotes } from './paper-frame.ts';
import { labelled, tableBlocks } from './paper-table.ts';
import { printable, secondText } from './paper-text.ts';
import { type ReceiptPaperData, receiptFingerprint } from './receipt-data.ts';
import type { SealPlace } from './seal/seal-place.ts';

/** Renders the receipt of an answer about pre-existing conditions: one page, a label and no disease. */
export function renderReceiptPdf(input: ReceiptPaperData, seal?: SealPlace): Promise<Buffer> {
  const data = printable(input);
  return renderFramedPaper(data, {
    head: {
      title: '既往症查询回执',
      numberLabel: '查询编号',
      number: data.queryNo,
      dated: `出具 ${formatDateTime(data.drawnAtMs)}`,
    },
    author: data.serviceName,
    createdAtMs: data.drawnAtMs,
    seal,
    content: (canvas) => ({ blocks: receiptBlocks(canvas, data, receiptFingerprint(input)) }),
    foot: () => [`出具 ${secondText(data.drawnAtMs)}`, `服务电话 ${data.servicePhone}`],
  });
}

function receiptBlocks(canvas: PaperCanvas, data: ReceiptPaperData, fingerprint: string): FlowBlock[] {
  const columnWidths = [130, 215, 130, 215];
  const classOf = data.className === null ? '无' : `${data.className}（见《健康告知》）`;
  return [
    infoPanel(
      canvas,
      `按规则 ${data.ruleVersion}，是否属于既往症人群：${data.label}`,
      `数据截至 ${formatDotDate(data.dataDate)}。结果有效到 ${formatDateTime(data.validUntilMs)}。`,
    ),
    heading(canvas, '查的是谁'),
    ...tableBlocks(canvas, {
      columnWidths,
      rows: [
        labelled([
          ['姓名', data.name],
          ['身份证号', data.idNumberMasked],
        ]),
        labelled([
          ['同意', `${data.basis}，告知书第 ${data.consentVersion} 版`],
          ['同意时间', formatDateTime(data.askedAtMs)],
        ]),
      ],
    }),
    heading(canvas, '结果'),
    ...tableBlocks(canvas, {
      columnWidths,
      rows: [
        labelled([
          ['结果', data.reviewed ? `${data.label}（复核后更正）` : data.label, true],
          ['类别', classOf],
        ]),
        labelled([
          ['规则版本', data.ruleVersion],
          ['数据日期', formatDotDate(data.dataDate)],
        ]),
        labelled([
          ['查询方式', data.way],
          ['结果时间', formatDateTime(data.answeredAtMs)],
        ]),
        labelled([
          ['出具', data.issuer],
          ['内容指纹', fingerprintText(fingerprint)],
        ]),
      ],
    }),
    framedSentence(canvas, '结果供参考，理赔以实际审核为准'),
    ...numberedList(canvas, notes(data), 6),
  ];
}

function notes(data: ReceiptPaperData): string[] {
  return [
    '本回执只写结果和依据，不写病名，也没有就诊记录。查不查、结果怎样，都不影响参保和保费。',
    `对结果有疑问，可以在查询页面申请复核，或者拨打 ${data.servicePhone}，报查询编号 ${data.queryNo}。`,
    '内容指纹由回执的全部内容算出，与查询页面显示的一致，就没有被改过。请妥善保管，不要发给无关的人。',
    ...substitutionNotes(data),
  ];
}
