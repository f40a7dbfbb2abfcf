import { json } from '../http/router.ts';
import type { Account } from '../medical-account/centre-rows.ts';
import {
  MEDICAL_ACTIONS,
  type MedicalAccountControl,
  type MedicalAction,
} from '../medical-account/medical-account-control.ts';
import { type ControlRoute, fieldsOf } from './control-route.ts';
import { addNotificationControlRoutes } from './notification-control-routes.ts';

const OUTCOMES = ['SUCCESS', 'FAIL'] as const;
const REFUND_ENDS = ['SUCC', 'FAIL', 'EXP'] as const;

/** `/_ctl/medical-account/*`. */
export function addMedicalAccountControlRoutes(on: ControlRoute, medical: MedicalAccountControl): void {
  on('GET', '/medical-account/users', () => json(200, { users: medical.accounts.list() }));
  on('POST', '/medical-account/users', (request) => {
    medical.accounts.set(accountOf(fieldsOf(request), medical));
    return json(201, { users: medical.accounts.list() });
  });

  on('GET', '/medical-account/authorisations', () => json(200, { authorisations: medical.authorisations.list() }));
  on('POST', '/medical-account/authorisations/:number/act', (request) => {
    const { result } = fieldsOf(request);
    if (result !== 'OK' && result !== 'CANCEL') throw new TypeError('result must be OK or CANCEL');
    return json(200, medical.authorisations.decide(request.params.number ?? '', result));
  });

  on('GET', '/medical-account/orders', () => json(200, { orders: medical.orders.list() }));
  on('GET', '/medical-account/orders/:number', (request) => {
    const order = medical.orders.find(request.params.number ?? '');
    return order ? json(200, order) : json(404, { message: 'no such order' });
  });
  on('POST', '/medical-account/orders/:number/act', (request) => {
    const { action } = fieldsOf(request);
    if (!MEDICAL_ACTIONS.includes(action as MedicalAction))
      throw new TypeError(`action must be one of ${MEDICAL_ACTIONS.join(', ')}`);
    return json(200, medical.orders.act(request.params.number ?? '', action as MedicalAction));
  });
  on('POST', '/medical-account/orders/:number/settle', (request) => {
    const outcome = oneOf(OUTCOMES, fieldsOf(request).outcome ?? 'SUCCESS', 'outcome');
    return json(200, medical.orders.settle(request.params.number ?? '', outcome));
  });

  on('GET', '/medical-account/refunds', () => json(200, { refunds: medical.refunds.list() }));
  on('POST', '/medical-account/refunds/:number/settle', (request) => {
    const status = oneOf(REFUND_ENDS, fieldsOf(request).status ?? 'SUCC', 'status');
    return json(200, medical.refunds.settle(request.params.number ?? '', status));
  });

  on('GET', '/medical-account/jumps', () => json(200, { jumps: medical.jumps() }));

  addNotificationControlRoutes(on, 'medical-account', medical.notifications);
}

/** A whole account; what is not given stays as it is, or as a first account is. */
function accountOf(fields: Record<string, unknown>, medical: MedicalAccountControl): Account {
  const { idNo } = fields;
  if (typeof idNo !== 'string' || !/^\d{17}[\dX]$/.test(idNo)) throw new TypeError('idNo must be an identity number');
  const known = medical.accounts.find(idNo);
  const { userName = known?.userName, insuPlc = known?.insuPlc ?? '320100' } = fields;
  const { accountOpen = known?.accountOpen ?? true, balanceFen = known?.balanceFen ?? 0 } = fields;
  const closedReason = fields.closedReason ?? known?.closedReason ?? '40301';
  if (typeof userName !== 'string' || userName === '') throw new TypeError('userName must be a text');
  if (typeof insuPlc !== 'string' || !/^\d{6}$/.test(insuPlc)) throw new TypeError('insuPlc must be six digits');
  if (typeof accountOpen !== 'boolean') throw new TypeError('accountOpen must be true or false');
  if (!Number.isSafeInteger(balanceFen) || Number(balanceFen) < 0)
    throw new TypeError('balanceFen must be a whole number of fen');
  return {
    ...{ idNo, userName, insuPlc, accountOpen, balanceFen: Number(balanceFen) },
    closedReason: oneOf(['40301', '42202', '50001'] as const, closedReason, 'closedReason'),
  };
}

function oneOf<const T extends string>(allowed: readonly T[], value: unknown, name: string): T {
  const found = allowed.find((one) => one === value);
  if (found === undefined) throw new TypeError(`${name} must be one of ${allowed.join(', ')}`);
  return found;
}
