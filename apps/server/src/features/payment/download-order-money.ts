import type { Calls } from '@huimin/contract';
import { type MoneyFacts, orderMoney } from '@huimin/domain/payment';
import { fail, type Handler, ok } from '../../http/handler.ts';
import { DRAWING_LIMIT, type Drawing, drawPdf, issueVerificationCode } from '../../papers/index.ts';
import { positionId } from '../../security/order-ids.ts';
import type { OrderRow } from '../order/index.ts';
import { type AskedOrder, askAboutOrder } from './ask-about-order.ts';
import { moneyFacts } from './money-facts.ts';
import type { PaymentDependencies, SoldEdition } from './payment-dependencies.ts';

/** The record of an order's money, ready to be drawn. */
interface MoneyPaper {
  readonly drawing: Extract<Drawing, { kind: 'money' }>;
  readonly fileName: string;
}

/** The story of an order's money as PDF, from the same facts as `queryOrderMoney` and as new as they are. */
export function downloadOrderMoney(deps: PaymentDependencies): Handler<Calls['downloadOrderMoney']> {
  return async (input, request) => {
    const asked = await askAboutOrder(deps, request.user, input.orderNo);
    if (!asked) return fail('not-found', '没有找到这笔订单');
    if (!(await deps.limiter.allows(DRAWING_LIMIT, String(request.user.id)))) return fail('too-many-requests');
    const { drawing, fileName } = await moneyPaperOf(deps, asked);
    return ok({
      bytes: await drawPdf(drawing, deps.signing && { sealer: deps.signing.sealer, atMs: deps.clock.now() }),
      contentType: 'application/pdf',
      fileName,
      disposition: input.disposition ?? 'inline',
    });
  };
}

/** The same from what is stored, without asking a provider first. The caller has checked who may see it. */
export function moneyPaper(deps: PaymentDependencies, order: OrderRow): Promise<MoneyPaper> {
  return moneyPaperOf(deps, { order, attempts: [], unclear: false, isTold: false });
}

async function moneyPaperOf(deps: PaymentDependencies, asked: AskedOrder): Promise<MoneyPaper> {
  const edition = deps.editions.edition(asked.order.edition_code);
  if (!edition) throw new Error('an order of an edition that is not there');
  const facts = await moneyFacts(deps, asked);
  const orderNo = deps.numbers.orderNo(asked.order.id);
  const code = issueVerificationCode({ kind: 'money', version: 0, id: positionId(asked.order.id, 0) }, deps.paperKey);
  return {
    drawing: {
      kind: 'money',
      data: {
        ...orderMoneyPaper(edition, facts, orderNo),
        verificationCode: code,
        verificationUrl: `${deps.publicOrigin}/v/${code}`,
      },
    },
    fileName: `${facts.product} 付款和退款记录 ${orderNo}.pdf`,
  };
}

function orderMoneyPaper({ document }: SoldEdition, facts: MoneyFacts, orderNumber: string) {
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
    purpose: facts.isUpgrade ? '升级' : '参保',
    chargedFen: story.chargedFen,
    usedFen: story.usedFen,
    returningFen: story.returningFen,
    returnedFen: story.returnedFen,
    entries: story.entries,
    next: story.next,
  };
}
