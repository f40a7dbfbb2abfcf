import { json } from '../http/router.ts';
import { UNIONPAY_ACTIONS, type UnionpayAction, type UnionpayControl } from '../unionpay/unionpay-control.ts';
import { type ControlRoute, fieldsOf } from './control-route.ts';
import { addNotificationControlRoutes } from './notification-control-routes.ts';

/** `/_ctl/unionpay/*`. */
export function addUnionpayControlRoutes(on: ControlRoute, unionpay: UnionpayControl): void {
  on('GET', '/unionpay/orders', () => json(200, { orders: unionpay.orders.list() }));
  on('GET', '/unionpay/orders/:number', (request) => {
    const order = unionpay.orders.find(request.params.number ?? '');
    return order ? json(200, order) : json(404, { message: 'no such order' });
  });
  on('POST', '/unionpay/orders/:number/act', (request) => {
    const { action } = fieldsOf(request);
    if (!UNIONPAY_ACTIONS.includes(action as UnionpayAction))
      throw new TypeError(`action must be one of ${UNIONPAY_ACTIONS.join(', ')}`);
    return json(200, unionpay.orders.act(request.params.number ?? '', action as UnionpayAction));
  });

  on('GET', '/unionpay/refunds', () => json(200, { refunds: unionpay.refunds.list() }));
  on('POST', '/unionpay/transactions/:number/settle', (request) => {
    const { respCode = '00' } = fieldsOf(request);
    if (typeof respCode !== 'string' || !/^\d\d$/.test(respCode)) throw new TypeError('respCode must be two digits');
    return json(200, unionpay.settle(request.params.number ?? '', respCode));
  });

  addNotificationControlRoutes(on, 'unionpay', unionpay.notifications);
}
