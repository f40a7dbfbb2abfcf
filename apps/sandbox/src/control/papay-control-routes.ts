import { json } from '../http/router.ts';
import { CONTRACT_ACTIONS, type ContractAction, type PapayControl } from '../wechat-papay/papay-control.ts';
import { type ControlRoute, fieldsOf } from './control-route.ts';
import { addNotificationControlRoutes } from './notification-control-routes.ts';

/** `/_ctl/papay/*`. */
export function addPapayControlRoutes(on: ControlRoute, papay: PapayControl): void {
  on('GET', '/papay/contracts', () => json(200, { contracts: papay.contracts.list() }));
  on('GET', '/papay/contracts/:code', (request) => {
    const contract = papay.contracts.find(request.params.code ?? '');
    return contract ? json(200, contract) : json(404, { message: 'no such contract' });
  });
  on('POST', '/papay/contracts/:code/act', (request) => {
    const { action, openid } = fieldsOf(request);
    if (!CONTRACT_ACTIONS.includes(action as ContractAction))
      throw new TypeError(`action must be one of ${CONTRACT_ACTIONS.join(', ')}`);
    const { code = '' } = request.params;
    return json(200, papay.contracts.act(code, action as ContractAction, openid as string | undefined));
  });
  on('GET', '/papay/charges', () => json(200, { charges: papay.charges.list() }));
  on('POST', '/papay/charges/:number/settle', (request) =>
    json(200, papay.charges.settle(request.params.number ?? '')),
  );
  addNotificationControlRoutes(on, 'papay/contract', papay.notifications.contracts);
  addNotificationControlRoutes(on, 'papay/payment', papay.notifications.payments);
}
