import { ALIPAY_ACTIONS, type AlipayAction, type AlipayControl } from '../alipay/alipay-control.ts';
import { json } from '../http/router.ts';
import { type ControlRoute, fieldsOf } from './control-route.ts';
import { addNotificationControlRoutes } from './notification-control-routes.ts';

/** `/_ctl/alipay/*`. */
export function addAlipayControlRoutes(on: ControlRoute, alipay: AlipayControl): void {
  on('GET', '/alipay/orders', () => json(200, { orders: alipay.orders.list() }));
  on('GET', '/alipay/orders/:number', (request) => {
    const order = alipay.orders.find(request.params.number ?? '');
    return order ? json(200, order) : json(404, { message: 'no such order' });
  });
  on('POST', '/alipay/orders/:number/act', (request) => {
    const { action, buyerId } = fieldsOf(request);
    if (!ALIPAY_ACTIONS.includes(action as AlipayAction))
      throw new TypeError(`action must be one of ${ALIPAY_ACTIONS.join(', ')}`);
    return json(
      200,
      alipay.orders.act(request.params.number ?? '', action as AlipayAction, buyerId as string | undefined),
    );
  });

  on('GET', '/alipay/refunds', () => json(200, { refunds: alipay.refunds.list() }));
  on('POST', '/alipay/refunds/:number/settle', (request) => {
    const { status = 'SUCCESS' } = fieldsOf(request);
    if (status !== 'SUCCESS' && status !== 'FAILED') throw new TypeError('status must be SUCCESS or FAILED');
    return json(200, alipay.refunds.settle(request.params.number ?? '', status));
  });

  on('GET', '/alipay/users', () => json(200, { users: alipay.buyers.list() }));
  on('POST', '/alipay/users', (request) => {
    const { userId, openId, logonId, nickname } = fieldsOf(request);
    if (typeof userId !== 'string' || !/^2088\d{12}$/.test(userId))
      throw new TypeError('userId must be 2088 and 12 digits');
    alipay.buyers.add({
      userId,
      openId: String(openId ?? ''),
      logonId: String(logonId ?? ''),
      nickname: String(nickname ?? userId),
    });
    return json(201, { users: alipay.buyers.list() });
  });

  addNotificationControlRoutes(on, 'alipay', alipay.notifications);
}
