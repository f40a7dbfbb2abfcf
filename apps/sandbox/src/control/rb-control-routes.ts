import { json } from '../http/router.ts';
import { RB_ACTIONS, type RbAction, type RbControl } from '../rb/rb-control.ts';
import { type ControlRoute, fieldsOf } from './control-route.ts';
import { addNotificationControlRoutes } from './notification-control-routes.ts';

/** `/_ctl/rb/*`. */
export function addRbControlRoutes(on: ControlRoute, rb: RbControl): void {
  on('GET', '/rb/orders', () => json(200, { orders: rb.orders.list() }));
  on('GET', '/rb/orders/:number', (request) => {
    const order = rb.orders.find(request.params.number ?? '');
    return order ? json(200, order) : json(404, { message: 'no such order' });
  });
  on('POST', '/rb/orders/:number/act', (request) => {
    const { action } = fieldsOf(request);
    if (!RB_ACTIONS.includes(action as RbAction)) throw new TypeError(`action must be one of ${RB_ACTIONS.join(', ')}`);
    return json(200, rb.orders.act(request.params.number ?? '', action as RbAction));
  });

  on('GET', '/rb/refunds', () => json(200, { refunds: rb.refunds.list() }));
  on('POST', '/rb/refunds/:number/settle', (request) => {
    const { status = 'REFUNDED' } = fieldsOf(request);
    if (status !== 'REFUNDED' && status !== 'FAILED') throw new TypeError('status must be REFUNDED or FAILED');
    return json(200, rb.refunds.settle(request.params.number ?? '', status));
  });

  addNotificationControlRoutes(on, 'rb', rb.notifications);
}
