import { defineCall } from '../define-call.ts';
import { OrderSaved } from '../order/order-schemas.ts';
import { SaveUpgradeInput } from './upgrade-schemas.ts';

/** Save an order that raises policies to a dearer plan for the difference. Safe to repeat with the same clientKey */
export const saveUpgrade = defineCall({
  name: 'saveUpgrade',
  topic: 'upgrade',
  method: 'POST',
  path: '/api/v1/insure/upgrade/save',
  summary:
    'Save an order that raises policies to a dearer plan for the difference. Safe to repeat with the same clientKey',
  input: SaveUpgradeInput,
  output: OrderSaved,
  login: 'required',
  specified: false,
  errors: ['not-found', 'order-state', 'in-line', 'switched-off', 'documents-changed', 'not-on-sale'],
});
