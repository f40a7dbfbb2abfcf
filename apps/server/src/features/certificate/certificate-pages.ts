import type { Calls } from '@huimin/contract';
import { amountInCapitals } from '@huimin/domain/money';
import { maskMiddle, maskName } from '@huimin/domain/person';
import { regionDisplayText } from '@huimin/domain/region';
import { fail, type Handler, ok } from '../../http/handler.ts';
import { positionId } from '../../security/order-ids.ts';
import { type PaperFacts, policyPaper, policyStatusNow, verification } from '../policy/index.ts';
import type { CertificateDependencies } from './certificate-dependencies.ts';
import { everyonesFacts, ownOrder, paperState, voidedView } from './find-paper.ts';

const NOT_PAID = '付款后才有保险凭证';

/** The policy certificate of an order: the cover itself, where the first form tells the payment. */
export function queryPolicyCertificate(deps: CertificateDependencies): Handler<Calls['queryPolicyCertificate']> {
  return async ({ orderNo }, request) => {
    const order = await ownOrder(deps, request.user, orderNo);
    if (!order) return fail('not-found', '没有找到这笔订单');
    const everyone = await everyonesFacts(deps, order);
    const [first] = everyone ?? [];
    if (!everyone || !first) return fail('paper-not-ready', NOT_PAID);
    const { document } = first.edition;
    const totalFen = everyone.reduce((sum, facts) => sum + facts.premiumFen, 0);
    return ok({
      orderNo: deps.numbers.orderNo(order.id),
      productName: document.proName,
      productFullName: document.recordFilingName,
      planName: first.planName ?? '',
      policyholderName: first.policyholder.name,
      policyholderIdNumberMasked: maskMiddle(first.policyholder.idNumber),
      people: everyone.map((facts) => ({
        ...stateOf(deps, facts),
        name: facts.insured.name,
        idNumberMasked: maskMiddle(facts.insured.idNumber),
        relationship: facts.insuredRow.relationship as '00',
        regionText: regionDisplayText(facts.insuredRow.region_code) ?? '',
        premiumFen: facts.premiumFen,
        voided: voidedView(facts),
        verificationCode: facts.policy ? verification(deps, facts, 'policy').code : null,
      })),
      totalFen,
      totalInCapitals: amountInCapitals(totalFen),
      validDate: document.validDate,
      invalidDate: document.invalidDate,
      insurers: policyPaper(deps, first).insurers.map(({ name, role, shareBasisPoints }) => ({
        name,
        role,
        shareBasisPoints,
      })),
      servicePhone: document.tel,
      isDemonstration: document.isDemonstration,
      countsLikePaper: deps.signing?.counts === true && !document.isDemonstration,
    });
  };
}

/** The same for a page inside the partner's container, which is not ours: masked throughout, nothing of the payment. */
export function queryPartnerCertificate(deps: CertificateDependencies): Handler<Calls['queryPartnerCertificate']> {
  return async ({ orderNo }, request) => {
    const order = await ownOrder(deps, request.user, orderNo);
    if (!order) return fail('not-found', '没有找到这笔订单');
    const everyone = await everyonesFacts(deps, order);
    const [first] = everyone ?? [];
    if (!everyone || !first) return fail('paper-not-ready', NOT_PAID);
    const { document } = first.edition;
    return ok({
      orderNo: deps.numbers.orderNo(order.id),
      channel: 'wb' as const,
      productName: document.proName,
      productFullName: document.recordFilingName,
      policyholderNameMasked: maskName(first.policyholder.name),
      people: everyone.map((facts) => ({
        ...stateOf(deps, facts),
        nameMasked: maskName(facts.insured.name),
        idNumberMasked: maskMiddle(facts.insured.idNumber),
      })),
      validDate: document.validDate,
      invalidDate: document.invalidDate,
      insurers: document.insuranceCompany.map(({ name }) => name),
      servicePhone: document.tel,
      isDemonstration: document.isDemonstration,
    });
  };
}

function stateOf(deps: CertificateDependencies, facts: PaperFacts) {
  return {
    position: facts.position,
    policyNo: facts.policy ? deps.numbers.policyNo(positionId(facts.order.id, facts.position)) : null,
    status: policyStatusNow(facts, deps.clock.now()),
    state: paperState(facts, 'policy'),
    verificationUrl: facts.policy ? verification(deps, facts, 'policy').url : null,
  };
}
