import { formatDateTime } from '@huimin/domain/date';
import { relationshipLabel } from '@huimin/domain/order';
import { COMPANY_PAPER, idTypeOf, maskMiddle, maskPhone, medicalTypeOf } from '@huimin/domain/person';
import { consortiumOf, consortiumPartsFen } from '@huimin/domain/product';
import { regionDisplayText } from '@huimin/domain/region';
import {
  type Drawing,
  issueVerificationCode,
  type PaperKind,
  type PaperSealer,
  type PolicyPaperData,
  type VoucherPaperData,
} from '../../papers/index.ts';
import { positionId } from '../../security/order-ids.ts';
import { METHOD_LABELS } from '../order/index.ts';
import type { PaperDependencies, PaperFacts } from './paper-facts.ts';

/** Path of the public verification page; the QR code on a paper leads there. */
export const VERIFICATION_PATH = '/v';

export function voucherNo(deps: PaperDependencies, facts: PaperFacts): string {
  return `PZ${deps.numbers.policyNo(positionId(facts.order.id, facts.position)).slice(3)}`;
}

export function verification(
  deps: PaperDependencies,
  facts: PaperFacts,
  kind: PaperKind,
): { code: string; url: string } {
  const code = issueVerificationCode(
    { kind, version: facts.version, id: positionId(facts.order.id, facts.position) },
    deps.paperKey,
  );
  return { code, url: `${deps.publicOrigin}${VERIFICATION_PATH}/${code}` };
}

export function methodLabel(facts: PaperFacts): string {
  return labelOf(facts.payment.method);
}

export function labelOf(method: string): string {
  return METHOD_LABELS[method] ?? method;
}

/** A company insures its people: they are none of its kin. */
function relationText({ order, insuredRow }: PaperFacts): string {
  return order.kind === 'group' ? '单位员工或成员' : relationshipLabel(insuredRow.relationship);
}

function common(deps: PaperDependencies, facts: PaperFacts, kind: PaperKind) {
  const { document } = facts.edition;
  const verified = verification(deps, facts, kind);
  return {
    isDemonstration: document.isDemonstration,
    productName: document.proName,
    productFullName: document.recordFilingName,
    orderNumber: deps.numbers.orderNo(facts.order.id),
    coverageStartsOn: document.validDate,
    coverageEndsOn: document.invalidDate,
    paymentMethod: methodLabel(facts),
    paidAtMs: facts.payment.paidAtMs,
    servicePhone: document.tel,
    verificationUrl: verified.url,
    verificationCode: verified.code,
    ...(facts.voided ? { voided: facts.voided } : {}),
  };
}

function insurersOf(facts: PaperFacts): PolicyPaperData['insurers'] {
  const shared = consortiumOf(facts.edition.document.insuranceCompany);
  const parts = consortiumPartsFen(facts.premiumFen, shared);
  return shared.map((member, index) => ({
    name: member.name,
    role: member.lead ? '首席承保' : '共同承保',
    shareBasisPoints: member.sharePercent * 100,
    premiumFen: parts[index] ?? 0,
  }));
}

/** What an upgrade changed, for both papers: the sums add up to what they say was paid. */
function upgradePaper({ upgrade, planName, paidPlanName, insuredRow }: PaperFacts): Pick<PolicyPaperData, 'upgrade'> {
  if (upgrade === null) return {};
  return {
    upgrade: {
      endorsementNumber: upgrade.endorsementNo,
      fromPlanName: paidPlanName ?? '',
      toPlanName: planName ?? '',
      basePremiumFen: insuredRow.premium_fen,
      differenceFen: upgrade.amountFen,
      paymentMethod: labelOf(upgrade.method),
      providerTransactionNumber: upgrade.providerTxn,
      paidAtMs: upgrade.paidAtMs,
    },
  };
}

function endorsementsPaper({ changes }: PaperFacts): Pick<PolicyPaperData, 'endorsements'> {
  if (changes.length === 0) return {};
  return { endorsements: changes.map(({ endorsementNo, atMs, text }) => ({ number: endorsementNo, atMs, text })) };
}

/** The e-policy of an issued policy. */
export function policyPaper(deps: PaperDependencies, facts: PaperFacts): PolicyPaperData {
  const { document } = facts.edition;
  const { insured, policyholder } = facts;
  const [broker] = document.brokerCompany;
  const [firstBenefit] = facts.benefits;
  return {
    ...common(deps, facts, 'policy'),
    countsLikePaper: deps.signing?.counts === true && !document.isDemonstration,
    policyNumber: deps.numbers.policyNo(positionId(facts.order.id, facts.position)),
    issuedAtMs: facts.policy?.issuedAtMs ?? facts.payment.paidAtMs,
    policyholder: {
      name: policyholder.name,
      idTypeName: facts.order.kind === 'group' ? COMPANY_PAPER.label : (idTypeOf(policyholder.idType)?.label ?? ''),
      idNumber: maskMiddle(policyholder.idNumber),
      phone: policyholder.phone ? maskPhone(policyholder.phone) : '',
    },
    insured: {
      name: insured.name,
      idTypeName: idTypeOf(insured.idType)?.label ?? '',
      idNumber: maskMiddle(insured.idNumber),
      relationship: relationText(facts),
      medicalRegion: regionDisplayText(facts.insuredRow.region_code) ?? '',
      medicalInsuranceType: medicalTypeOf(insured.medicalType)?.fullName ?? '江苏省基本医疗保险',
      beneficiary: '被保险人本人',
    },
    waitingPeriod: '没有等待期',
    ...(facts.planName === null ? {} : { planName: facts.planName }),
    ...upgradePaper(facts),
    ...endorsementsPaper(facts),
    premiumFen: facts.premiumFen,
    benefits: facts.benefits.map((benefit) => ({
      name: `${benefit.name}（${benefit.scope}）`,
      deductibleFen: benefit.deductibleFen,
      payPercent: benefit.ratioPercent,
      preExistingPayPercent: Math.floor(benefit.ratioPercent / 2),
      limitFen: benefit.limitFen,
    })),
    insurers: insurersOf(facts),
    filing: { number: document.recordFilingCode, organisation: document.recordFilingOrganisation },
    ...(broker ? { brokerName: broker.name } : {}),
    specialTerms: [
      '被保险人应当是江苏省基本医疗保险参保人，年龄、职业不限。',
      '同一被保险人在本年度只能有一份本产品保单；多收的保险费全额退回。',
      '基本医保、大病保险、医疗救助等已经支付的部分，不重复赔付。',
      { strong: '本产品保险期间一年，不保证续保。', text: '自动重新投保默认不开通，开通后可以随时关闭。' },
      '保障开始前可以全额退保；保障开始后退保，按条款退还现金价值。',
    ],
    exclusions: [
      '保障开始前或者结束后发生的费用；',
      '在非医保定点医疗机构产生的费用；',
      '美容、整形、牙齿正畸等非治疗项目；',
      '第三方或者工伤保险应当支付的部分；',
      '故意自伤、犯罪、吸毒、酒后驾驶引起的费用。',
    ],
    exclusionsSource: '完整内容见《免除责任》和保险条款，以条款为准',
    preExistingConditions:
      '保障开始前已经确诊下列疾病的，对应费用按上表既往症比例赔付：恶性肿瘤；肾功能不全、肝硬化；冠心病、心肌梗死、脑梗死、脑出血、高血压三级、糖尿病伴并发症；慢性阻塞性肺病；系统性红斑狼疮、再生障碍性贫血、溃疡性结肠炎。其他疾病按正常比例赔付。',
    ...(firstBenefit
      ? {
          claimExample: {
            label: '目录内自付',
            expenseFen: document.example.selfPaidFen,
            deductibleFen: document.example.deductibleFen,
            payPercent: document.example.ratioPercent,
          },
        }
      : {}),
    claimSteps: [
      `拨打 ${document.tel}，按指引准备材料。`,
      '提交发票、费用清单、出院小结和医保结算单。',
      '资料齐全后 30 日内作出核定，达成协议后 10 日内付款。',
      '自知道保险事故起两年内提出申请。',
    ],
    serviceRows: [
      { label: '改信息', text: '保障开始前可以申请更正姓名和证件号，由保险人出批单' },
      facts.order.kind === 'group'
        ? { label: '退保', text: '保障开始前由投保单位办理，保险费退回投保单位' }
        : { label: '退保', text: '保障开始前全额退还，款项原路退回' },
      { label: '投诉', text: `${document.tel}；也可以拨打 12378 银行保险消费者投诉维权热线` },
    ],
  };
}

/** The payment voucher of one insured person; available from the payment on. */
export function voucherPaper(deps: PaperDependencies, facts: PaperFacts): VoucherPaperData {
  const policyNumber = facts.policy ? deps.numbers.policyNo(positionId(facts.order.id, facts.position)) : null;
  return {
    ...common(deps, facts, 'voucher'),
    voucherNumber: voucherNo(deps, facts),
    ...(policyNumber ? { policyNumber } : {}),
    issuedAtMs: facts.policy?.issuedAtMs ?? facts.payment.paidAtMs,
    payer: { name: facts.policyholder.name, idNumber: maskMiddle(facts.policyholder.idNumber) },
    insured: { name: facts.insured.name, relationship: relationText(facts) },
    ...upgradePaper(facts),
    amountFen: facts.premiumFen,
    providerTransactionNumber: facts.payment.providerTxn,
    payee: facts.edition.document.insuranceCompany.find((company) => company.lead)?.name ?? '',
    steps: [
      { label: '下单', atMs: facts.order.created_at, note: '订单已保存' },
      { label: '付款', atMs: facts.payment.paidAtMs, note: methodLabel(facts) },
      ...(facts.policy ? [{ label: '出单', atMs: facts.policy.issuedAtMs, note: '保单已生成' }] : []),
      ...(facts.upgrade ? [{ label: '升级', atMs: facts.upgrade.paidAtMs, note: '差价已付' }] : []),
    ],
    ...(facts.order.insured_count > 1
      ? { wholeOrder: { peopleCount: facts.order.insured_count, amountFen: facts.order.premium_fen } }
      : {}),
  };
}

/** What is drawn of one insured person. */
export function personDrawing(deps: PaperDependencies, facts: PaperFacts, kind: 'policy' | 'voucher'): Drawing {
  return kind === 'policy' ? { kind, data: policyPaper(deps, facts) } : { kind, data: voucherPaper(deps, facts) };
}

/** How a PDF is signed now; null where papers are not signed. */
export function signingNow(deps: PaperDependencies): { sealer: PaperSealer; atMs: number } | null {
  return deps.signing && { sealer: deps.signing.sealer, atMs: deps.clock.now() };
}

/** File name people see when they save a paper. */
export function paperFileName(facts: PaperFacts, kind: 'policy' | 'voucher'): string {
  const what = kind === 'policy' ? '电子保单' : '付款凭证';
  return `${facts.edition.document.proName} ${what} ${facts.insured.name} ${formatDateTime(facts.payment.paidAtMs).slice(0, 10)}.pdf`;
}
