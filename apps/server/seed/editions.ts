import type { MidYearReason } from '@huimin/domain/product';
import type { EditionDocument } from '../src/features/configuration/index.ts';

const COMPANIES = {
  insuranceCompany: [
    { name: '甲信财产保险江苏分公司', shortName: '甲信财产', sharePercent: 40, lead: true },
    { name: '乙信财产保险江苏分公司', shortName: '乙信财产', sharePercent: 30 },
    { name: '丙信人寿保险江苏分公司', shortName: '丙信人寿', sharePercent: 18 },
    { name: '丁信养老保险江苏分公司', shortName: '丁信养老', sharePercent: 12 },
  ],
  brokerCompany: [{ name: '戊信保险经纪江苏分公司' }],
  technologyCompany: [{ name: '己信健康科技' }],
  subCompany: [
    '南京',
    '无锡',
    '徐州',
    '常州',
    '苏州',
    '南通',
    '连云港',
    '淮安',
    '盐城',
    '扬州',
    '镇江',
    '泰州',
    '宿迁',
  ].map((city) => ({ name: `甲信财产保险${city}中心支公司`, city })),
};

const WAN_YUAN_FEN = 1_000_000;

const COVER: Pick<EditionDocument, 'benefits' | 'preExistingNote' | 'example' | 'whoCanBuy'> = {
  benefits: [
    {
      name: '医保目录内自付费用',
      scope: '住院、门诊特殊病',
      icon: 'hospital' as const,
      shortName: '目录内',
      deductibleFen: 1.2 * WAN_YUAN_FEN,
      ratioPercent: 80,
      preExistingRatioPercent: 40,
      limitFen: 100 * WAN_YUAN_FEN,
    },
    {
      name: '医保目录外住院费用',
      scope: '合理且必需的自费药品、耗材',
      icon: 'shield' as const,
      shortName: '目录外',
      deductibleFen: 1.5 * WAN_YUAN_FEN,
      ratioPercent: 70,
      preExistingRatioPercent: 35,
      limitFen: 100 * WAN_YUAN_FEN,
    },
    {
      name: '特定高额药品费用',
      scope: '目录内 40 种药品',
      icon: 'pill' as const,
      shortName: '特药',
      itemCount: 40,
      deductibleFen: 1 * WAN_YUAN_FEN,
      ratioPercent: 70,
      preExistingRatioPercent: 35,
      limitFen: 100 * WAN_YUAN_FEN,
    },
  ],
  preExistingNote: '既往症人群按对应比例的一半赔付。以上为责任摘要，以保险条款为准。',
  example: {
    title: '例：住院，医保报销后目录内自付 6.2 万元',
    selfPaidFen: 6_200_000,
    deductibleFen: 1_200_000,
    ratioPercent: 80,
    payableFen: 4_000_000,
  },
  whoCanBuy: [
    { text: '江苏省职工医保、城乡居民医保参保人', allowed: true },
    { text: '可以为配偶、父母、子女一起买', allowed: true },
    { text: '没有江苏基本医保的人暂时不能买', allowed: false },
  ],
};

/** The older outpatient product: still named on its card, not sold any more. */
const OUTPATIENT = {
  name: '门诊补充险',
  premiumFen: 3_000,
  limitFen: WAN_YUAN_FEN,
  explanation: '已经停售，不能再买。以前买过的，保单和理赔照常可以查，请打服务电话。',
};

/** The same benefits with other figures for those that `changes` names by its short name. */
function coverWith(changes: Readonly<Record<string, Partial<EditionDocument['benefits'][number]>>>) {
  return COVER.benefits.map((benefit) => ({ ...benefit, ...changes[benefit.shortName ?? ''] }));
}

function drugs(itemCount: number) {
  return { scope: `目录内 ${itemCount} 种药品`, itemCount };
}

const THEME = {
  primaryColor: '#A8202D',
  primaryBgColor: '#9C1B29',
  subBgColor: '#FBEEEC',
  textColor: '#1F1B1A',
  insuredBgColor: '#FBF9F7',
  linearBgColor: '#7F1420',
};

const PAY_WECHAT = { label: '微信支付', value: 'wxpay', icon: 'wechat' };
const PAY_MEDICAL_ACCOUNT = { label: '医保个人账户', value: 'xmybpay', icon: 'medical-account' };
const PAY_ALIPAY = { label: '支付宝', value: 'alipay', icon: 'alipay' };
const PAY_UNIONPAY = { label: '银联云闪付', value: 'unionpay', icon: 'unionpay' };

/**
 * The js26 preset with exactly the specified values: its sale window is closed today and its four switches are off.
 * It stays queryable for those who bought it.
 */
export function js26Edition(): EditionDocument {
  return {
    ...COMPANIES,
    ...COVER,
    editionCode: 'js26',
    isDemonstration: false,
    proName: '苏民安 2026',
    name: '苏民安',
    subtitle: '江苏省补充医疗保险',
    slogan: '陪伴江苏人的第 4 年',
    accompanyYears: 4,
    editionYear: 2026,
    premium1: 158,
    premium2: 158,
    plans: [{ code: 'basic', name: '基础款', premiumFen: 15_800 }],
    validDate: '2023-09-07',
    invalidDate: '2024-09-06',
    insureStart: '2023-08-01',
    insureEnd: '2025-12-31 23:59:59',
    underwriteEnd: '2025-12-31 23:59:59',
    underwriteComplete: false,
    maxInsuredPerOrder: 10,
    automaticReapplicationOffered: false,
    tel: '400-065-1066',
    serviceUrl: '',
    applyRefund: false,
    refundReason: false,
    updatePolicyholder: false,
    updateInsured: false,
    appId: '',
    testAppId: '',
    shareTitle: '苏民安 2026 江苏省补充医疗保险',
    shareDesc: '陪伴江苏人的第 4 年，158 元保一年',
    shareImgUrl: '',
    theme: THEME,
    payList: [PAY_MEDICAL_ACCOUNT, PAY_WECHAT, PAY_ALIPAY],
    aliPayList: [PAY_MEDICAL_ACCOUNT, PAY_ALIPAY],
    recordFilingCode: 'TEST-2026-000001',
    recordFilingName: '江苏省补充医疗保险（示例）',
    recordFilingOrganisation: '甲信财产保险股份有限公司',
    sideProducts: [OUTPATIENT],
    questions: questionsFor(NOT_BACK_BY_APP),
  };
}

const MID_YEAR_REASONS: MidYearReason[] = [
  {
    code: 'newborn',
    label: '新生儿',
    detail: '出生 90 天内，凭出生日期办理，不用另交材料',
    proof: 'birth',
    withinDays: 90,
  },
  {
    code: 'discharged',
    label: '退役军人',
    detail: '退役 60 天内，要拍退役证明',
    proof: 'paper',
    withinDays: 60,
  },
  {
    code: 'newly-insured',
    label: '新参加江苏医保',
    detail: '参加江苏基本医保 60 天内，要拍参保证明',
    proof: 'paper',
    withinDays: 60,
  },
];

/**
 * An edition that is on sale for the whole of the current year and covers the next: what a newcomer buys. `year` is
 * the Beijing calendar year now.
 */
export function demonstrationEdition(year: number): EditionDocument {
  const coverYear = year + 1;
  return {
    ...js26Edition(),
    editionCode: `demo${String(coverYear).slice(2)}`,
    isDemonstration: true,
    servicesBeforeCover: true,
    automaticReapplicationOffered: true,
    proName: `苏民安 ${coverYear}`,
    editionYear: coverYear,
    plans: [{ code: 'basic', name: '基础款', premiumFen: 15_800 }],
    slogan: `陪伴江苏人的第 ${coverYear - 2022} 年`,
    accompanyYears: coverYear - 2022,
    validDate: `${coverYear}-01-01`,
    invalidDate: `${coverYear}-12-31`,
    insureStart: `${year}-01-01`,
    insureEnd: `${year}-12-31 23:59:59`,
    underwriteEnd: `${coverYear}-01-10 23:59:59`,
    flows: {
      early: { from: `${year - 1}-12-15` },
      mid: {
        from: `${coverYear}-01-11`,
        until: `${coverYear}-09-30 23:59:59`,
        waitingDays: 30,
        reasons: MID_YEAR_REASONS,
      },
      assisted: true,
    },
    groupSale: {
      fewestPeople: 10,
      rosterDays: 20,
      payDays: 10,
      payee: {
        name: '甲信财产保险江苏分公司（演示账户，请勿转账）',
        bank: '演示银行南京分行营业部',
        account: '0000 0000 0000 0000 000',
      },
    },
    applyRefund: true,
    refundReason: true,
    updatePolicyholder: true,
    updateInsured: true,
    questions: questionsFor(BACK_BY_APP),
    shareTitle: `苏民安 ${coverYear} 江苏省补充医疗保险`,
    shareDesc: `陪伴江苏人的第 ${coverYear - 2022} 年，158 元保一年`,
    payList: [PAY_WECHAT, PAY_MEDICAL_ACCOUNT, PAY_ALIPAY, PAY_UNIONPAY],
    aliPayList: [PAY_ALIPAY],
    recordFilingCode: `TEST-${coverYear}-000001`,
  };
}

/**
 * A second demonstration edition, with two plans really on sale, beside the one everybody sees: for trying the choice of
 * a plan and the upgrade. Never the default one.
 */
export function demonstrationPlansEdition(year: number): EditionDocument {
  // Companies insure their people by the other one.
  const { groupSale: _, ...edition } = demonstrationEdition(year);
  return {
    ...edition,
    editionCode: `${edition.editionCode}plus`,
    proName: `苏民安 ${year + 1} 两款版`,
    shareTitle: `苏民安 ${year + 1} 两款版 江苏省补充医疗保险`,
    luckyDraw: true,
    premium2: 258,
    plans: [
      { code: 'basic', name: '基础款', premiumFen: 15_800 },
      {
        code: 'upgraded',
        name: '升级款',
        premiumFen: 25_800,
        adds: ['特药从 40 种增加到 60 种', '其他和基础款一样'],
        benefits: coverWith({ 特药: drugs(60) }),
      },
    ],
    recordFilingCode: `TEST-${year + 1}-000002`,
  };
}

/**
 * The edition after the one on sale, not opened yet: for trying the booking of a reminder. Never the default one; next
 * year's demonstration has a code of its own.
 */
export function demonstrationComingEdition(year: number): EditionDocument {
  const edition = demonstrationEdition(year + 1);
  const { early: _, ...flows } = edition.flows ?? {};
  return {
    ...edition,
    editionCode: edition.editionCode.replace('demo', 'soon'),
    insureStart: `${year + 1}-01-01 09:00:00`,
    announcedOn: `${year}-01-01`,
    flows,
    recordFilingCode: `TEST-${year + 2}-000003`,
  };
}

/** The 2025 edition with its two plans: not sold any more, its orders and policies stay to be seen. */
export function js25Edition(): EditionDocument {
  return {
    ...js26Edition(),
    editionCode: 'js25',
    proName: '苏民安 2025',
    slogan: '陪伴江苏人的第 3 年',
    accompanyYears: 3,
    editionYear: 2025,
    premium1: 158,
    premium2: 258,
    plans: [
      { code: 'basic', name: '基础款', premiumFen: 15_800 },
      {
        code: 'upgraded',
        name: '升级款',
        premiumFen: 25_800,
        adds: ['目录内起付线从 1.5 万元降到 1.2 万元', '目录内赔付比例从 75% 提到 80%', '特药从 25 种增加到 45 种'],
        benefits: coverWith({ 特药: drugs(45) }),
      },
    ],
    benefits: coverWith({
      目录内: { deductibleFen: 1.5 * WAN_YUAN_FEN, ratioPercent: 75 },
      特药: drugs(25),
    }),
    example: {
      title: '例：住院，医保报销后目录内自付 6.2 万元',
      selfPaidFen: 6_200_000,
      deductibleFen: 1_500_000,
      ratioPercent: 75,
      payableFen: 3_525_000,
    },
    validDate: '2025-01-01',
    invalidDate: '2025-12-31',
    insureStart: '2024-09-01',
    insureEnd: '2024-12-31 23:59:59',
    underwriteEnd: '2024-12-31 23:59:59',
    shareTitle: '苏民安 2025 江苏省补充医疗保险',
    shareDesc: '陪伴江苏人的第 3 年，158 元起保一年',
    recordFilingCode: 'TEST-2025-000001',
  };
}

const BACK_BY_APP = '保障开始前可以申请退保，款项按原路退回。';
/** Where the edition's switches keep the screens of a refund closed. */
const NOT_BACK_BY_APP = '保障开始前可以退保。在这里还不能办，请打服务电话，款项按原路退回。';

function questionsFor(back: string): EditionDocument['questions'] {
  return [
    {
      question: '生过病还能买吗？',
      answer: '能。既往症不影响参保，对应疾病按较低比例赔付。哪些病算既往症，写在《健康告知》里。',
    },
    { question: '付款后能退吗？', answer: back },
    { question: '可以为家人买吗？', answer: '可以。为配偶、父母、子女一起买，一次付款，每人一份保单。' },
    { question: '最晚哪天能买？', answer: '参保到 12 月 31 日为止，过后要等下一年度。' },
    { question: '保单在哪里看？', answer: '付款后在“我的订单”里查看和下载。' },
  ];
}
