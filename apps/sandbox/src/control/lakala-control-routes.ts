import { json } from '../http/router.ts';
import { LAKALA_ACTIONS, type LakalaAction, type LakalaControl } from '../lakala/lakala-control.ts';
import { PAY_MODES, type PayMode } from '../lakala/lkl-rows.ts';
import { type ControlRoute, fieldsOf } from './control-route.ts';
import { addNotificationControlRoutes } from './notification-control-routes.ts';

const ENDINGS = ['SUCCESS', 'FAIL', 'EXCEPTION'] as const;

/** `/_ctl/lakala/*`. */
export function addLakalaControlRoutes(on: ControlRoute, lakala: LakalaControl): void {
  on('GET', '/lakala/orders', () => json(200, { orders: lakala.orders.list() }));
  on('GET', '/lakala/orders/:number', (request) => {
    const order = lakala.orders.find(request.params.number ?? '');
    return order ? json(200, order) : json(404, { message: 'no such order' });
  });
  on('POST', '/lakala/orders/:number/act', (request) => {
    const { action, payMode } = fieldsOf(request);
    if (!LAKALA_ACTIONS.includes(action as LakalaAction))
      throw new TypeError(`action must be one of ${LAKALA_ACTIONS.join(', ')}`);
    if (payMode !== undefined && !Object.hasOwn(PAY_MODES, String(payMode)))
      throw new TypeError(`payMode must be one of ${Object.keys(PAY_MODES).join(', ')}`);
    const number = request.params.number ?? '';
    return json(200, lakala.orders.act(number, action as LakalaAction, payMode as PayMode | undefined));
  });

  on('GET', '/lakala/refunds', () => json(200, { refunds: lakala.refunds.list() }));
  on('POST', '/lakala/refunds/:number/settle', (request) => {
    const { status = 'SUCCESS' } = fieldsOf(request);
    const ending = ENDINGS.find((one) => one === status);
    if (!ending) throw new TypeError(`status must be one of ${ENDINGS.join(', ')}`);
    return json(200, lakala.refunds.settle(request.params.number ?? '', ending));
  });

  addNotificationControlRoutes(on, 'lakala', lakala.notifications);
}
