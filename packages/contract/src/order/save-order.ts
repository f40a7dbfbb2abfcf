import { defineCall } from '../define-call.ts';
import { OrderSaved, SaveOrderInput } from './order-schemas.ts';

/** Save an order for up to ten insured; the server sets the amount. Safe to repeat with the same clientKey */
export const saveOrder = defineCall({
  name: 'saveOrder',
  topic: 'order',
  method: 'POST',
  path: '/api/v1/insure/order/save',
  summary: 'Save an order for up to ten insured; the server sets the amount. Safe to repeat with the same clientKey',
  input: SaveOrderInput,
  output: OrderSaved,
  login: 'required',
  errors: [
    'order-state',
    'in-line',
    'switched-off',
    'not-on-sale',
    'already-insured',
    'adult-required',
    'documents-changed',
    'recording-required',
    'not-found',
  ],
});
