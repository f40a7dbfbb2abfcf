import { formatDateTime, formatDotRange } from '@huimin/domain/date';
import { formatYuanWithSign } from '@huimin/domain/money';
import { fingerprintText } from './content-fingerprint.ts';
import type { PaperKind } from './verification-code.ts';

/** What anyone holding a paper may learn from its code. No whole name, no whole identity number. */
export interface VerifiedPaper {
  kind: PaperKind;
  queriedAtMs: number;
  isDemonstration: boolean;
  /** Such as 苏民安 2026. */
  productName: string;
  /** Who runs the service, such as 苏民安. */
  serviceName: string;
  servicePhone: string;
  /** As printed: of the policy, the voucher, the certificate; of a money record the order's. */
  paperNumber: string;
  /** The lead insurer of a policy, the payee of a voucher. */
  issuerName: string;
  /** Missing on the record of an order's money, which names the moment it was drawn. */
  issuedAtMs?: number | undefined;
  /** Of a policy and a voucher, masked, such as 张* and 320************016. */
  insured?: { name: string; idNumber: string } | undefined;
  /** First and last day. */
  cover?: { startsOn: string; endsOn: string } | undefined;
  /** Of the content as printed, hexadecimal; the page shows it for comparison. */
  fingerprint?: string;
  /** The file carries a digital signature that a PDF reader checks. */
  isSigned?: boolean;
  /** What was paid; a voucher's page shows it. */
  amountFen?: number;
  /** Of an endorsement: whose data and which, without any of it. */
  changed?: string | undefined;
  /** How many people a love certificate is about. */
  peopleCount?: number | undefined;
  /** What a record of an order's money comes to now. */
  money?: { chargedFen: number; usedFen: number; returningFen: number; returnedFen: number };
}

export interface ValidPaper extends VerifiedPaper {
  state: 'valid';
  /** How things stand, such as 待生效. */
  statusText: string;
}

export interface VoidPaper extends VerifiedPaper {
  state: 'void';
  voidedAtMs: number;
  /** Such as 已退保. */
  voidReason: string;
}

/** True once, but issued anew since: what it says may have changed. */
export interface ReplacedPaper extends VerifiedPaper {
  state: 'replaced';
}

export type VerificationPageData = ValidPaper | VoidPaper | ReplacedPaper;

interface KindWords {
  /** Such as 电子保险单. */
  name: string;
  /** Such as 保单, after 这份. */
  short: string;
  numberLabel: string;
}

export const KIND_WORDS: Record<PaperKind, KindWords> = {
  policy: { name: '电子保险单', short: '保单', numberLabel: '保险单号' },
  voucher: { name: '保险费付款凭证', short: '凭证', numberLabel: '凭证编号' },
  love: { name: '爱心证书', short: '爱心证书', numberLabel: '证书编号' },
  money: { name: '付款和退款记录', short: '记录', numberLabel: '订单号' },
  endorsement: { name: '保险批单', short: '批单', numberLabel: '批单号' },
};

/** One line of the page's list. */
export interface FactRow {
  term: string;
  detail: string;
  look?: 'num' | 'tag';
}

/** What the page shows of a paper. A paper that does not count any more shows less. */
export function factRows(data: VerificationPageData): FactRow[] {
  const words = KIND_WORDS[data.kind];
  const rows: FactRow[] = [
    { term: '凭证', detail: words.name },
    { term: '产品', detail: data.productName },
    { term: words.numberLabel, detail: data.paperNumber, look: 'num' },
  ];
  if (data.insured) {
    rows.push({ term: '被保险人', detail: data.insured.name });
    rows.push({ term: '证件号码', detail: data.insured.idNumber, look: 'num' });
  }
  if (data.changed !== undefined) rows.push({ term: '批改', detail: data.changed });
  if (data.peopleCount !== undefined) rows.push({ term: '守护', detail: `${data.peopleCount} 人`, look: 'num' });
  if (data.amountFen !== undefined) {
    rows.push({ term: '金额', detail: formatYuanWithSign(data.amountFen), look: 'num' });
  }
  if (data.state === 'void') {
    rows.push({ term: '作废时间', detail: formatDateTime(data.voidedAtMs), look: 'num' });
    return [...rows, { term: '原因', detail: data.voidReason }];
  }
  if (data.state === 'replaced') return rows;
  if (data.money) rows.push(...moneyRows(data.money));
  if (data.cover) {
    rows.push({ term: '保障期', detail: formatDotRange(data.cover.startsOn, data.cover.endsOn), look: 'num' });
  }
  if (data.issuedAtMs !== undefined) {
    rows.push({ term: '出具时间', detail: formatDateTime(data.issuedAtMs), look: 'num' });
  }
  return [...rows, { term: '现在的状态', detail: data.statusText, look: 'tag' }];
}

function moneyRows(money: NonNullable<VerifiedPaper['money']>): FactRow[] {
  const row = (term: string, fen: number): FactRow => ({ term, detail: formatYuanWithSign(fen), look: 'num' });
  return [
    row('一共扣款', money.chargedFen),
    row('用于参保', money.usedFen),
    row('正在退回', money.returningFen),
    row('已经退回', money.returnedFen),
  ];
}

/** One thing that was checked. */
export interface CheckRow {
  mark: 'done' | 'warn' | 'info';
  text: string;
  remark: string;
  isFingerprint?: true;
}

export function checkRows(data: VerificationPageData): CheckRow[] {
  const exists: CheckRow = { mark: 'done', text: '编号存在', remark: `由${data.serviceName}系统出具` };
  if (data.state === 'void') {
    return [exists, { mark: 'warn', text: '状态是已作废', remark: '有人拿它办事，请不要接受' }];
  }
  if (data.state === 'replaced') {
    return [exists, { mark: 'warn', text: '后来换过新的', remark: '请让对方出示新的一份，再扫上面的码' }];
  }
  const rows: CheckRow[] = [{ mark: 'done', text: '编号存在，没有作废', remark: VOID_LATER[data.kind] }];
  if (data.fingerprint) {
    const text = '内容指纹，请和纸上页脚的对一下';
    rows.push({ mark: 'info', text, remark: fingerprintText(data.fingerprint), isFingerprint: true });
  }
  if (data.isSigned) {
    rows.push({ mark: 'info', text: '文件带数字签名', remark: '用 PDF 阅读器打开，可以看到签名是谁的、文件改没改过' });
  }
  return [...rows, issuerRow(data)];
}

const VOID_LATER: Record<PaperKind, string> = {
  policy: '退保后会显示“已作废”',
  voucher: '退保后会显示“已作废”',
  love: '全部退保后会显示“已作废”',
  money: '上面是现在的情况，记录上是当时的情况',
  endorsement: '保单退保后会显示“已作废”',
};

const ISSUED = { policy: '保险人已经承保', voucher: '保险费已经收到', endorsement: '保险人已经同意批改' } as const;

function issuerRow(data: VerificationPageData): CheckRow {
  if (data.kind === 'love') return { mark: 'info', text: '纪念用，不是保险凭证', remark: '不能用来证明参保' };
  if (data.kind === 'money') return { mark: 'info', text: '不是保险合同，也不是发票', remark: data.issuerName };
  return {
    mark: 'done',
    text: ISSUED[data.kind],
    remark: data.issuerName,
  };
}

/** What the reader should do, before and after the service's phone. */
export function advice(data: VerificationPageData): readonly [before: string, after: string] {
  const { short } = KIND_WORDS[data.kind];
  if (data.state === 'void') return [`如果是您的${short}，您没有退过保，请马上打 `, '。'];
  if (data.state === 'replaced') return [`如果是您的${short}，您没有改过信息，请打 `, '。'];
  if (data.kind === 'love') return ['请再对一下上面的编号和人数。有疑问，请打 ', '。'];
  if (data.kind === 'money')
    return ['请再对一下记录上的订单号。金额不一样，先看记录上的截至时间；还有疑问，请打 ', '。'];
  if (data.kind === 'endorsement')
    return ['请再对一下纸上的批单号、批改的项目和页脚的内容指纹，和这里一样才算对上。不一样，请打 ', '。'];
  return ['请再对一下纸上的编号、姓名和保障期，和这里一样才算对上。不一样，请打 ', '。'];
}
