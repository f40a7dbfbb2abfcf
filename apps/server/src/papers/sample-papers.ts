import { beijingMs } from '@huimin/domain/date';
import { contentFingerprint } from './content-fingerprint.ts';
import type { EndorsementPaperData } from './endorsement-data.ts';
import type {
  LovePaperData,
  OrderMoneyPaperData,
  PaperMoneyEntry,
  PolicyPaperData,
  PosterData,
  VoucherPaperData,
} from './paper-data.ts';
import type { ReceiptPaperData } from './receipt-data.ts';
import { issueVerificationCode } from './verification-code.ts';
import type { ReplacedPaper, ValidPaper, VoidPaper } from './verified-paper.ts';

/** A demonstration policy, voucher and record of money with invented people and companies, for previews and tests. */

const SAMPLE_KEY = new Uint8Array(16).fill(7);
const policyCode = issueVerificationCode({ kind: 'policy', version: 0, id: 1281n }, SAMPLE_KEY);
const voucherCode = issueVerificationCode({ kind: 'voucher', version: 0, id: 1281n }, SAMPLE_KEY);
const moneyCode = issueVerificationCode({ kind: 'money', version: 0, id: 1280n }, SAMPLE_KEY);
const loveCode = issueVerificationCode({ kind: 'love', version: 0, id: 1280n }, SAMPLE_KEY);
const LEAD = '甲信财产保险股份有限公司江苏分公司';

const common = {
  isDemonstration: true,
  productName: '苏民安 2026',
  productFullName: '江苏省补充医疗保险（示例）',
  policyNumber: 'TEST20260001281',
  orderNumber: 'JS2620251120000128',
  coverageStartsOn: '2026-01-01',
  coverageEndsOn: '2026-12-31',
  paidAtMs: beijingMs('2025-11-20 10:32:44'),
  servicePhone: '400-065-1066',
};

function happened(title: string, at: string, more: Partial<PaperMoneyEntry> = {}): PaperMoneyEntry {
  return { title, text: null, amountFen: null, latest: null, serial: null, ...more, atMs: beijingMs(at) };
}

export const SAMPLE_POLICY: PolicyPaperData = {
  ...common,
  paymentMethod: '医保个人账户，一次付清',
  issuedAtMs: beijingMs('2025-11-20 10:33:05'),
  verificationCode: policyCode,
  verificationUrl: `https://storefront.example/v/${policyCode}`,
  policyholder: { name: '张三', idTypeName: '居民身份证', idNumber: '320************016', phone: '190****0000' },
  insured: {
    name: '张三',
    idTypeName: '居民身份证',
    idNumber: '320************016',
    relationship: '本人',
    medicalRegion: '苏州 - 工业园区',
    medicalInsuranceType: '职工基本医疗保险',
    beneficiary: '被保险人本人',
  },
  waitingPeriod: '没有等待期',
  premiumFen: 158_00,
  benefits: [
    {
      name: '医保目录内自付费用（住院、门诊特殊病）',
      deductibleFen: 12_000_00,
      payPercent: 80,
      preExistingPayPercent: 40,
      limitFen: 1_000_000_00,
    },
    {
      name: '医保目录外住院费用（合理且必需的自费药品、耗材）',
      deductibleFen: 15_000_00,
      payPercent: 70,
      preExistingPayPercent: 35,
      limitFen: 1_000_000_00,
    },
    {
      name: '特定高额药品费用（目录内 40 种药品）',
      deductibleFen: 10_000_00,
      payPercent: 70,
      preExistingPayPercent: 35,
      limitFen: 1_000_000_00,
    },
  ],
  insurers: [
    { name: LEAD, role: '首席承保', shareBasisPoints: 4000, premiumFen: 63_20 },
    { name: '乙信财产保险股份有限公司江苏分公司', role: '共同承保', shareBasisPoints: 3000, premiumFen: 47_40 },
    { name: '丙信人寿保险股份有限公司江苏分公司', role: '共同承保', shareBasisPoints: 1800, premiumFen: 28_44 },
    { name: '丁信养老保险股份有限公司江苏分公司', role: '共同承保', shareBasisPoints: 1200, premiumFen: 18_96 },
  ],
  filing: { number: 'TEST-2026-000001', organisation: '甲信财产保险股份有限公司' },
  brokerName: '戊信保险经纪有限公司江苏分公司',
  specialTerms: [
    '被保险人应当是江苏省基本医疗保险参保人，年龄、职业不限。',
    '同一被保险人在本年度只能有一份本产品保单；多买的一份无效，保险费全额退回。',
    '本产品没有等待期，自 2026.01.01 00:00 起承担责任。',
    '基本医保、大病保险、医疗救助等已经支付的部分，不重复赔付。',
    '保险费可以用职工医保个人账户为本人和已绑定共济的家人支付。',
    { strong: '本产品保险期间一年，不保证续保。', text: '自动重新投保默认不开通，开通后可以随时关闭。' },
    '特定高额药品要在指定药店购买，先交处方和检查报告，药师审核通过后用药。',
    '保障开始前可以全额退保；保障开始后退保，按条款退还现金价值。',
  ],
  exclusions: [
    '参保前已经住院、在保障期第一天还没出院的，这次住院的费用；',
    '美容、整形、牙齿矫正等非治疗项目；',
    '在非定点医院、境外医院产生的费用；',
    '第三方已经赔付的部分；',
    '酒后、吸毒引起的疾病和受伤。',
  ],
  exclusionsSource: '完整内容见条款第四条，以条款为准',
  preExistingConditions:
    '参保前已经确诊下列疾病的，对应费用按既往症比例赔付（目录内 40%，目录外 35%，特药 35%）：恶性肿瘤；肝硬化、慢性肾功能不全；冠心病、脑血管病后遗症；再生障碍性贫血。其他疾病按正常比例赔付。',
  claimExample: { label: '目录内自付', expenseFen: 62_000_00, deductibleFen: 12_000_00, payPercent: 80 },
  claimSteps: [
    '定点医院结算时，多数费用当场一起结。',
    '没有当场结的，在“理赔结果”里上传发票、费用清单、出院小结、结算单。',
    '资料齐全后 30 日内作出核定，同意赔付后 10 日内付款。',
    '自知道保险事故起两年内提出申请。',
  ],
  serviceRows: [
    { label: '改信息', text: '保障开始前可以自己改姓名和证件号；之后提交申请，由保险人出批单' },
    { label: '退保', text: '我的订单 - 申请退保，1 个工作日内审完，款项原路退回' },
    { label: '投诉', text: '400-065-1066，8:00 - 20:00；也可以向金融监管部门的投诉热线反映' },
  ],
  saleRecord: { number: 'b7e0…4c1a', keptUntil: '2031-12-31' },
};

export const SAMPLE_VOUCHER: VoucherPaperData = {
  ...common,
  paymentMethod: '医保个人账户',
  issuedAtMs: beijingMs('2025-11-20 10:35:00'),
  verificationCode: voucherCode,
  verificationUrl: `https://storefront.example/v/${voucherCode}`,
  voucherNumber: 'PZ20251120-000128-01',
  payer: { name: '张三', idNumber: '320************016' },
  insured: { name: '张三', relationship: '本人' },
  amountFen: 158_00,
  providerTransactionNumber: 'YB3205****7731',
  payee: LEAD,
  steps: [
    { label: '扣款', atMs: beijingMs('2025-11-20 10:32:41'), note: '医保个人账户' },
    { label: '记账', atMs: beijingMs('2025-11-20 10:32:44'), note: '订单已付款' },
    { label: '送承保', atMs: beijingMs('2025-11-20 10:32:46'), note: '甲信财产' },
    { label: '出单', atMs: beijingMs('2025-11-20 10:33:05'), note: 'TEST20260001281' },
  ],
  wholeOrder: { peopleCount: 3, amountFen: 474_00 },
};

export const SAMPLE_ORDER_MONEY: OrderMoneyPaperData = {
  isDemonstration: true,
  serviceName: '苏民安',
  productName: common.productName,
  productFullName: common.productFullName,
  orderNumber: common.orderNumber,
  servicePhone: common.servicePhone,
  verificationUrl: `https://storefront.example/v/${moneyCode}`,
  verificationCode: moneyCode,
  drawnAtMs: beijingMs('2025-11-20 10:40:12'),
  state: { title: '多付的 474.00 元正在退回微信支付', text: '不用申请，最晚 2025.11.25 18:00 到账。' },
  insuredCount: 3,
  chargedFen: 948_00,
  usedFen: 474_00,
  returningFen: 474_00,
  returnedFen: 0,
  entries: [
    happened('下单', '2025-11-20 10:28:05', { text: '苏民安 2026，3 人，共 474.00 元' }),
    happened('微信支付没有返回结果', '2025-11-20 10:29:10', { text: '当时没有收到付款，先关闭了这次付款' }),
    happened('医保个人账户已扣', '2025-11-20 10:32:44', {
      text: '3 人参保完成',
      amountFen: 474_00,
      serial: '流水号 YB20251120000128',
    }),
    happened('微信支付也扣了', '2025-11-20 10:36:02', {
      text: '10:30 扣的，微信支付的通知晚到了',
      amountFen: 474_00,
      serial: '流水号 4200009912202511200000000091',
    }),
    happened('发现付了两次，自动退款', '2025-11-20 10:36:03', { text: '退微信支付那一笔，474.00 元' }),
    happened('微信支付已收下退款', '2025-11-20 10:37:30', { serial: '退款单号 R20251120000007' }),
    {
      title: '等微信支付退回',
      text: '到您的零钱或者银行卡',
      amountFen: 474_00,
      atMs: null,
      latest: { byMs: beijingMs('2025-11-25 18:00:00'), holidaysKnown: true },
      serial: null,
    },
  ],
  next: [happened('保障开始', '2026-01-01 00:00:00')],
};

export const SAMPLE_LOVE: LovePaperData = {
  isDemonstration: true,
  nickname: '晚风',
  gift: 'family',
  peopleCount: 3,
  productName: common.productName,
  serviceName: '苏民安',
  editionYear: 2026,
  certificateNumber: 'AX2025112000000128',
  givenOn: '2025-11-20',
  createdAtMs: beijingMs('2025-11-20 10:40:00'),
  landingUrl: 'https://storefront.example/?shareCode=7K3M9QXA#/index',
  verificationCode: loveCode,
};

export const SAMPLE_POSTER: PosterData = {
  isDemonstration: true,
  kicker: '政府指导 · 商业运营 · 自愿参保',
  productName: common.productName,
  productFullName: common.productFullName,
  points: ['年龄不限', '职业不限', '既往症可投可赔'],
  price: '158',
  isLowestPrice: false,
  coverageStartsOn: common.coverageStartsOn,
  coverageEndsOn: common.coverageEndsOn,
  saleEndsAtMs: beijingMs('2025-12-31 23:59:59'),
  invitation: '长按识别，先看清楚再参保',
  insurers: ['甲信财产保险江苏分公司', '乙信财产保险江苏分公司', '丙信人寿保险江苏分公司', '丁信养老保险江苏分公司'],
  intermediaries: ['戊信保险经纪江苏分公司'],
  notice: '有起付线和比例，既往症按一半比例赔付；一年期，不保证续保。责任和免除责任以条款为准。',
  approvalNo: 'XC-2025-0412',
  approvedUntilMs: beijingMs('2025-12-31 23:59:59'),
  servicePhone: common.servicePhone,
  landingUrl: 'https://storefront.example/#/index?shareCode=0123456789abcdef&shareFrom=poster',
  createdAtMs: beijingMs('2025-11-01 09:00:00'),
};

const verified = {
  queriedAtMs: beijingMs('2025-11-21 09:41:00'),
  isDemonstration: true,
  productName: common.productName,
  serviceName: '苏民安',
  servicePhone: common.servicePhone,
  insured: { name: '张*', idNumber: '320************016' },
  cover: { startsOn: common.coverageStartsOn, endsOn: common.coverageEndsOn },
  issuerName: '甲信财产保险江苏分公司（示例）',
} as const;

export const SAMPLE_VALID_POLICY: ValidPaper = {
  ...verified,
  state: 'valid',
  kind: 'policy',
  paperNumber: SAMPLE_POLICY.policyNumber,
  issuedAtMs: SAMPLE_POLICY.issuedAtMs,
  statusText: '待生效',
  fingerprint: contentFingerprint(SAMPLE_POLICY),
};

export const SAMPLE_VALID_VOUCHER: ValidPaper = {
  ...verified,
  state: 'valid',
  kind: 'voucher',
  paperNumber: SAMPLE_VOUCHER.voucherNumber,
  issuedAtMs: SAMPLE_VOUCHER.issuedAtMs,
  statusText: '已付款',
  amountFen: SAMPLE_VOUCHER.amountFen,
  fingerprint: contentFingerprint(SAMPLE_VOUCHER),
};

export const SAMPLE_VOID_POLICY: VoidPaper = {
  ...verified,
  state: 'void',
  kind: 'policy',
  paperNumber: SAMPLE_POLICY.policyNumber,
  issuedAtMs: SAMPLE_POLICY.issuedAtMs,
  voidedAtMs: beijingMs('2025-11-21 15:22:00'),
  voidReason: '已退保',
};

export const SAMPLE_REPLACED_POLICY: ReplacedPaper = {
  ...verified,
  state: 'replaced',
  kind: 'policy',
  paperNumber: SAMPLE_POLICY.policyNumber,
};

export const SAMPLE_VALID_LOVE: ValidPaper = {
  ...SAMPLE_REPLACED_POLICY,
  state: 'valid',
  kind: 'love',
  insured: undefined,
  cover: undefined,
  peopleCount: 3,
  paperNumber: SAMPLE_LOVE.certificateNumber,
  issuedAtMs: SAMPLE_LOVE.createdAtMs,
  statusText: '有效',
};

export const SAMPLE_VALID_MONEY: ValidPaper = {
  ...SAMPLE_VALID_LOVE,
  kind: 'money',
  peopleCount: undefined,
  issuedAtMs: undefined,
  paperNumber: common.orderNumber,
  money: { chargedFen: 948_00, usedFen: 474_00, returningFen: 0, returnedFen: 474_00 },
  statusText: '都退完了',
};

const endorsementCode = issueVerificationCode({ kind: 'endorsement', version: 0, id: 1290n }, SAMPLE_KEY);

export const SAMPLE_ENDORSEMENT: EndorsementPaperData = {
  isDemonstration: true,
  productName: common.productName,
  productFullName: common.productFullName,
  endorsementNumber: 'PD0717841993388196457',
  changeNumber: 'GZ0717841993388196457',
  orderNumber: common.orderNumber,
  policyNumbers: [common.policyNumber],
  furtherOrders: 0,
  coverageStartsOn: common.coverageStartsOn,
  coverageEndsOn: common.coverageEndsOn,
  policyholderName: '张三',
  subject: '被保险人',
  name: '张三',
  idTypeName: '居民身份证',
  idNumber: '320************016',
  reason: '填错了字',
  items: [
    { label: '姓名', before: '张叁', after: '张三' },
    { label: '证件号码后 4 位', before: '0124', after: '016X' },
    { label: '医保所在地', before: '苏州 - 姑苏区', after: '苏州 - 工业园区' },
  ],
  decidedAtMs: beijingMs('2025-11-24 15:20:00'),
  insurerName: LEAD,
  servicePhone: '400-065-1066',
  verificationUrl: `https://storefront.example/v/${endorsementCode}`,
  verificationCode: endorsementCode,
};

export const SAMPLE_VALID_ENDORSEMENT: ValidPaper = {
  ...SAMPLE_VALID_LOVE,
  kind: 'endorsement',
  peopleCount: undefined,
  paperNumber: SAMPLE_ENDORSEMENT.endorsementNumber,
  changed: '被保险人的姓名、证件号码、医保所在地',
  cover: { startsOn: SAMPLE_ENDORSEMENT.coverageStartsOn, endsOn: SAMPLE_ENDORSEMENT.coverageEndsOn },
  issuedAtMs: SAMPLE_ENDORSEMENT.decidedAtMs,
  fingerprint: contentFingerprint(SAMPLE_ENDORSEMENT),
};

export const SAMPLE_RECEIPT: ReceiptPaperData = {
  isDemonstration: true,
  productName: '苏民安 2026',
  serviceName: '苏民安',
  servicePhone: '400-065-1066',
  issuer: LEAD,
  queryNo: 'JW0717841993388196457',
  name: '张三',
  idNumberMasked: '320************016',
  way: '密算查询',
  askedAtMs: beijingMs('2025-11-20 10:08:00'),
  basis: '本人同意',
  consentVersion: 1,
  label: '是',
  className: '第 2 类',
  ruleVersion: '2026.1',
  dataDate: '2025-11-19',
  answeredAtMs: beijingMs('2025-11-20 10:08:02'),
  validUntilMs: beijingMs('2025-12-20 10:08:02'),
  reviewed: false,
  drawnAtMs: beijingMs('2025-11-20 10:12:30'),
};
