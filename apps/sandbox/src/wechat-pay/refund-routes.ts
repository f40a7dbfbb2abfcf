import { json, type Router } from '../http/router.ts';
import type { SandboxParts } from '../sandbox-parts.ts';
import { readAbnormalInput } from './abnormal-input.ts';
import type { FrontDoor } from './front-door.ts';
import { PayError, SUB_CODE } from './pay-error.ts';
import type { RefundBook } from './refund-book.ts';
import { readRefundInput } from './refund-input.ts';

/** Refund create, query, and the operator's way out of an abnormal one. */
export function addRefundRoutes(router: Router, parts: SandboxParts, door: FrontDoor, refunds: RefundBook): void {
  router.on(
    'POST',
    '/v3/refund/domestic/refunds',
    door({ call: 'refund.create' }, (request) =>
      json(200, refunds.view(refunds.create(readRefundInput(request.body)))),
    ),
  );

  router.on(
    'GET',
    '/v3/refund/domestic/refunds/:number',
    door({ call: 'refund.query', match: (request) => ({ outRefundNo: request.params.number }) }, (request) => {
      const refund = refunds.find(request.params.number ?? '');
      if (!refund) throw new PayError(404, 'RESOURCE_NOT_EXISTS', '退款单不存在', SUB_CODE.noSuchOrder);
      return json(200, refunds.view(refund));
    }),
  );

  router.on(
    'POST',
    '/v3/refund/domestic/refunds/:id/apply-abnormal-refund',
    door({ call: 'refund.abnormal' }, (request) => {
      const serial = request.headers['wechatpay-serial'];
      const outRefundNo = readAbnormalInput(parts, request.body, typeof serial === 'string' ? serial : undefined);
      return json(200, refunds.view(refunds.applyAbnormal(request.params.id ?? '', outRefundNo)));
    }),
  );
}
