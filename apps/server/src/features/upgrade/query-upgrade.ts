import type { Calls, UpgradeOfferValue } from '@huimin/contract';
import { formatDateTime } from '@huimin/domain/date';
import { maskMiddle } from '@huimin/domain/person';
import { dearerPlan, planOf, upgradeEndMs, upgradeFen, whyNoUpgrade, whyStandsStill } from '@huimin/domain/product';
import { fail, type Handler, ok } from '../../http/handler.ts';
import { editionOfOrder, insuredDetails, orderOfOwner } from '../order/index.ts';
import type { UpgradeDependencies } from './upgrade-deps.ts';
import { upgradePeople } from './upgrade-people.ts';

/** Whose policies of an order can be raised, what that adds and costs, and until when; or why none can. */
export function queryUpgrade(deps: UpgradeDependencies): Handler<Calls['queryUpgrade']> {
  return async (input, request) => {
    const orderId = deps.numbers.orderId(input.orderNo);
    const { query } = deps.database;
    const order = orderId === null ? null : await orderOfOwner(query, request.user, orderId);
    const edition = order && editionOfOrder(deps.editions, order);
    const fromPlan = edition && planOf(edition.document, order.plan_code);
    if (!edition || !fromPlan || order.kind !== 'purchase') return fail('not-found', '没有找到这笔订单');
    const { document } = edition;
    const nowMs = deps.clock.now();
    const toPlan = dearerPlan(document, order.plan_code);
    const people = await upgradePeople(query, order, document, nowMs);
    const nobody = people.every((person) => person.why !== null) ? '这笔订单现在没有可以升级的保单' : null;
    return ok({
      orderNo: input.orderNo,
      editionCode: order.edition_code,
      productName: document.proName,
      notOffered: whyNoUpgrade(document, order.plan_code, nowMs) ?? nobody ?? whyStandsStill(edition.pauses),
      fromPlan: named(fromPlan),
      toPlan: toPlan && named(toPlan),
      adds: [...(toPlan?.adds ?? [])],
      differenceFen: toPlan ? upgradeFen(fromPlan, toPlan) : 0,
      validDate: document.validDate,
      invalidDate: document.invalidDate,
      until: formatDateTime(upgradeEndMs(document)),
      people: people.map(({ insured, why, waitingOrderId }) => {
        const details = insuredDetails(deps, insured);
        return {
          policyNo: deps.numbers.policyNo(insured.policy_id),
          name: details.name,
          relationship: insured.relationship as UpgradeOfferValue['people'][number]['relationship'],
          idNumberMasked: maskMiddle(details.idNumber),
          why,
          ...(waitingOrderId === null ? {} : { waitingOrderNo: deps.numbers.orderNo(waitingOrderId) }),
        };
      }),
    });
  };
}

function named({ code, name, premiumFen }: { code: string; name: string; premiumFen: number }) {
  return { code, name, premiumFen };
}
