import type { Calls } from '@huimin/contract';
import { type MoneyFacts, orderMoney } from '@huimin/domain/payment';
import { fail, type Handler, ok } from '../../http/handler.ts';
import { DRAWING_LIMIT, type OrderMoneyPaperData, renderOrderMoneyPdf } from '../../papers/index.ts';
import { askAboutOrder } from './ask-about-order.ts';
import { moneyFacts } from './money-facts.ts';
import type { PaymentDependencies, SoldEdition } from './payment-dependencies.ts';

/** The story of an order's money as PDF, from the same facts as `queryOrderMoney` and as new as they are. */
export function downloadOrderMoney(deps: PaymentDependencies): Handler<Calls['downloadOrderMoney']> {
  return async (input, request) => {
    const asked = await askAboutOrder(deps, request.user, input.orderNo);
    if (!asked) return fail('not-found', '没有找到这笔订单');
    if (!(await deps.limiter.allows(DRAWING_LIMIT, String(request.user.id)))) return fail('too-many-requests');
    const edition = deps.editions.edition(asked.order.edition_code);
    if (!edition) throw new Error('an order of an edition that is not there');
    const facts = await moneyFacts(deps, asked);
    return ok({
      bytes: await renderOrderMoneyPdf(orderMoneyPaper(edition, facts, input.orderNo)),
      contentType: 'application/pdf',
      fileName: `${facts.product} 付款和退款记录 ${input.orderNo}.pdf`,
      disposition: input.disposition ?? 'inline',
    });
  };
}

function orderMoneyPaper({ document }: SoldEdition, facts: MoneyFacts, orderNumber: string): OrderMoneyPaperData {
  const { banner, lead, ...story } = orderMoney(facts);
  return {
    isDemonstration: document.isDemonstration,
    serviceName: document.name,
    productName: facts.product,
    productFullName: document.recordFilingName,
    orderNumber,
    servicePhone: document.tel,
    drawnAtMs: facts.nowMs,
    state: banner === null ? { title: lead, text: '' } : { title: banner.title, text: banner.text },
    insuredCount: facts.policiesStanding,
    chargedFen: story.chargedFen,
    usedFen: story.usedFen,
    returningFen: story.returningFen,
    returnedFen: story.returnedFen,
    entries: story.entries,
    next: story.next,
  };
}
