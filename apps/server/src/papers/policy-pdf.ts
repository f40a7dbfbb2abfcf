import { formatDateTime, formatDotDate } from '@huimin/domain/date';
import { amountInCapitals, formatYuan, formatYuanWithSign } from '@huimin/domain/money';
import { fingerprintLine } from './content-fingerprint.ts';
import { framedList, heading, infoPanel, NOTE, numberedList, paragraph, twoColumnList } from './paper-blocks.ts';
import type { PaperCanvas } from './paper-canvas.ts';
import type { PaperClaimExample, PaperEndorsement, PolicyPaperData } from './paper-data.ts';
import type { FlowBlock } from './paper-flow.ts';
import { renderFramedPaper, substitutionNotes, verificationRow } from './paper-frame.ts';
import { labelled, type TableCell, tableBlocks } from './paper-table.ts';
import { printable } from './paper-text.ts';
import type { SealPlace } from './seal/seal-place.ts';
import { formatVerificationCode } from './verification-code.ts';

const WHOLE_BASIS_POINTS = 10_000;

/**
 * Renders the e-policy: A4, two pages, more when its texts are long.
 *
 * @throws RangeError when the insurers' shares or premiums do not make the whole: such a paper must not leave the house
 */
export function renderPolicyPdf(input: PolicyPaperData, seal?: SealPlace): Promise<Buffer> {
  checkSums(input);
  const data = printable(input);
  return renderFramedPaper(data, {
    head: {
      title: '电子保险单',
      numberLabel: '保险单号',
      number: data.policyNumber,
      dated: `签发 ${formatDateTime(data.issuedAtMs)}`,
    },
    author: leadInsurer(data),
    createdAtMs: data.issuedAtMs,
    seal,
    content: (canvas) => ({
      blocks: contractBlocks(canvas, data),
      further: { title: '特别约定和重要提示', blocks: termsBlocks(canvas, data) },
    }),
    foot: (pageNumber) => {
      const middle = pageNumber === 1 ? '本保险单与条款、投保单、批单合在一起构成保险合同' : `${leadInsurer(data)}签发`;
      return [fingerprintLine(input), data.isDemonstration ? '演示用，不是真实的保险合同' : middle];
    },
  });
}

function leadInsurer(data: PolicyPaperData): string {
  return data.insurers[0]?.name ?? '';
}

function checkSums({ insurers, premiumFen, upgrade }: PolicyPaperData): void {
  if (upgrade && upgrade.basePremiumFen + upgrade.differenceFen !== premiumFen) {
    throw new RangeError('The premium is not what was paid with and before the upgrade');
  }
  const shares = insurers.reduce((sum, insurer) => sum + insurer.shareBasisPoints, 0);
  if (shares !== WHOLE_BASIS_POINTS) throw new RangeError(`Insurers' shares make ${shares} basis points, not 10000`);
  const premiums = insurers.reduce((sum, insurer) => sum + insurer.premiumFen, 0);
  if (premiums !== premiumFen) throw new RangeError(`Insurers' premiums make ${premiums} fen, not ${premiumFen}`);
}

/** Page one: who, when, how much, what for, by whom. */
function contractBlocks(canvas: PaperCanvas, data: PolicyPaperData): FlowBlock[] {
  const { policyholder, insured } = data;
  const identity = (person: { idTypeName: string; idNumber: string }) => `${person.idTypeName} ${person.idNumber}`;
  return [
    heading(canvas, '投保人和被保险人'),
    ...tableBlocks(canvas, {
      columnWidths: [88, 122, 76, 213, 64, 127],
      rows: [
        labelled([
          ['投保人', policyholder.name],
          ['证件', identity(policyholder)],
          ['手机', policyholder.phone],
        ]),
        labelled([
          ['被保险人', insured.name],
          ['证件', identity(insured)],
          ['关系', insured.relationship],
        ]),
        labelled([
          ['医保所在地', insured.medicalRegion],
          ['医保类型', insured.medicalInsuranceType],
          ['受益人', insured.beneficiary],
        ]),
      ],
    }),
    ...substitutionNotes(data).map((note) => paragraph(canvas, note, NOTE, 6)),
    heading(canvas, '保险期间和保险费'),
    ...tableBlocks(canvas, {
      columnWidths: [84, 184, 84, 338],
      rows: [
        [
          { text: '保险期间', kind: 'label' },
          { text: coverageText(data), kind: 'value', columns: 3 },
        ],
        labelled([
          ['保险费', formatYuanWithSign(data.premiumFen), true],
          ['大写', amountInCapitals(data.premiumFen), true],
        ]),
        labelled([
          ['付款', data.paymentMethod],
          ['付款时间', `${formatDateTime(data.paidAtMs)}，订单 ${data.orderNumber}`],
        ]),
        ...planRows(data),
      ],
    }),
    heading(canvas, '保险责任', '每一项单独计算起付线和限额'),
    ...benefitTable(canvas, data),
    heading(canvas, '共同承保', '各保险人按份额承担责任，由首席承保人统一办理'),
    ...insurerTable(canvas, data),
    verificationRow(canvas, data, policyRemarks(data), 14),
  ];
}

/** The plan, and the endorsement that raised it: what was paid before and with it. */
function planRows({ planName, upgrade }: PolicyPaperData): TableCell[][] {
  if (planName === undefined) return [];
  if (!upgrade)
    return [
      [
        { text: '方案', kind: 'label' },
        { text: planName, kind: 'value', columns: 3 },
      ],
    ];
  const sums = `${upgrade.fromPlanName} ${formatYuanWithSign(upgrade.basePremiumFen)}，升级补差价 ${formatYuanWithSign(upgrade.differenceFen)}`;
  const paid = `${upgrade.paymentMethod}，${formatDateTime(upgrade.paidAtMs)}`;
  return [
    labelled([
      ['方案', planName],
      ['保费构成', sums],
    ]),
    labelled([
      ['差价付款', paid],
      ['批单', `${upgrade.endorsementNumber}，由${upgrade.fromPlanName}升为${upgrade.toPlanName}`],
    ]),
  ];
}

function coverageText(data: PolicyPaperData): string {
  const from = formatDotDate(data.coverageStartsOn);
  const to = formatDotDate(data.coverageEndsOn);
  return `${from} 00:00 至 ${to} 24:00（北京时间），${data.waitingPeriod}`;
}

function policyRemarks(data: PolicyPaperData): string[] {
  const broker = data.brokerName ? `　保险经纪 ${data.brokerName}` : '';
  return [
    `查询码 ${formatVerificationCode(data.verificationCode)}`,
    `备案编号 ${data.filing.number}，备案机构 ${data.filing.organisation}`,
    `服务和投诉 ${data.servicePhone}${broker}`,
    ...(data.countsLikePaper && !data.voided ? ['电子保单与纸质保单具有同等法律效力'] : []),
  ];
}

const head = (text: string, align: 'left' | 'right' = 'left'): TableCell => ({ text, kind: 'head', align });
const value = (text: string, align: 'left' | 'right' = 'left'): TableCell => ({ text, kind: 'value', align });
const sum = (text: string, align: 'left' | 'right' = 'left'): TableCell => ({ text, kind: 'sum', align });

function benefitTable(canvas: PaperCanvas, { benefits }: PolicyPaperData): FlowBlock[] {
  const limitFen = benefits.reduce((total, benefit) => total + benefit.limitFen, 0);
  return tableBlocks(canvas, {
    columnWidths: [274, 126, 80, 92, 118],
    rows: [
      [
        head('责任'),
        head('年度起付线（元）', 'right'),
        head('赔付比例', 'right'),
        head('既往症比例', 'right'),
        head('年度限额（元）', 'right'),
      ],
      ...benefits.map((benefit) => [
        value(benefit.name),
        value(formatYuan(benefit.deductibleFen), 'right'),
        value(`${benefit.payPercent}%`, 'right'),
        value(`${benefit.preExistingPayPercent}%`, 'right'),
        value(formatYuan(benefit.limitFen), 'right'),
      ]),
      [sum('各项限额合计'), sum(''), sum(''), sum(''), sum(formatYuan(limitFen), 'right')],
    ],
  });
}

function insurerTable(canvas: PaperCanvas, { insurers, premiumFen }: PolicyPaperData): FlowBlock[] {
  return tableBlocks(canvas, {
    columnWidths: [354, 106, 84, 146],
    rows: [
      [head('保险人'), head('身份'), head('份额', 'right'), head('保险费（元）', 'right')],
      ...insurers.map((insurer) => [
        value(insurer.name),
        value(insurer.role),
        value(`${insurer.shareBasisPoints / 100}%`, 'right'),
        value(formatYuan(insurer.premiumFen), 'right'),
      ]),
      [sum('合计'), sum(''), sum('100%', 'right'), sum(formatYuan(premiumFen), 'right')],
    ],
  });
}

/** Page two: what was agreed besides, what is not covered, how to claim and complain. */
function termsBlocks(canvas: PaperCanvas, data: PolicyPaperData): FlowBlock[] {
  return [
    ...endorsementBlocks(canvas, data.endorsements ?? []),
    heading(canvas, '特别约定'),
    ...numberedList(canvas, data.specialTerms),
    heading(canvas, '免除责任摘要', data.exclusionsSource),
    framedList(canvas, '下列情况产生的费用不赔：', data.exclusions),
    heading(canvas, '既往症'),
    paragraph(canvas, data.preExistingConditions),
    ...(data.claimExample ? claimExampleBlocks(canvas, data.claimExample) : []),
    heading(canvas, '怎么理赔'),
    twoColumnList(canvas, data.claimSteps),
    heading(canvas, '改信息、退保和投诉'),
    ...tableBlocks(canvas, {
      columnWidths: [86, 604],
      rows: data.serviceRows.map(({ label, text }) => labelled([[label, text]])),
    }),
    ...(data.saleRecord ? [saleRecordPanel(canvas, data.saleRecord)] : []),
  ];
}

/** What was changed after the policy was issued; the paper shows the data as they are now. */
function endorsementBlocks(canvas: PaperCanvas, endorsements: readonly PaperEndorsement[]): FlowBlock[] {
  if (endorsements.length === 0) return [];
  return [
    heading(canvas, '批单', '保单内容已经按批单更正，以前出具的保单由这一份代替'),
    ...tableBlocks(canvas, {
      columnWidths: [230, 160, 300],
      rows: [
        [head('批单号'), head('生效时间'), head('批改内容')],
        ...endorsements.map(({ number, atMs, text }) => [value(number), value(formatDateTime(atMs)), value(text)]),
      ],
    }),
  ];
}

function claimExampleBlocks(canvas: PaperCanvas, example: PaperClaimExample): FlowBlock[] {
  const coveredFen = Math.max(0, example.expenseFen - example.deductibleFen);
  const paidFen = Math.floor((coveredFen * example.payPercent) / 100);
  const row: TableCell[] = [
    { text: example.label, kind: 'label' },
    { text: formatYuan(example.expenseFen), kind: 'value', align: 'right' },
    { text: '减起付线', kind: 'label' },
    { text: formatYuan(example.deductibleFen), kind: 'value', align: 'right' },
    { text: `按 ${example.payPercent}%`, kind: 'label' },
    { text: `${formatYuan(coveredFen)} × ${example.payPercent}%`, kind: 'value', align: 'right' },
    { text: '赔付', kind: 'label', isStrong: true },
    { text: `${formatYuan(paidFen)} 元`, kind: 'value', align: 'right', isStrong: true },
  ];
  return [
    heading(canvas, '赔付举例'),
    ...tableBlocks(canvas, { columnWidths: [90, 84, 76, 84, 66, 128, 50, 112], rows: [row] }),
  ];
}

function saleRecordPanel(canvas: PaperCanvas, record: { number: string; keptUntil: string }): FlowBlock {
  const rest = `记录编号 ${record.number}，保存到 ${formatDotDate(record.keptUntil)}。`;
  return infoPanel(
    canvas,
    '本保单的销售过程已经记录并存证。',
    `您看过的页面版本、读过的文件和确认时间都可以查到，${rest}`,
  );
}
