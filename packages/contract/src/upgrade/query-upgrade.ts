import Type from 'typebox';
import { defineCall } from '../define-call.ts';
import { OrderNo } from '../vocabulary/schemas.ts';
import { UpgradeOffer } from './upgrade-schemas.ts';

/** Whose policies of an order can be raised to a dearer plan, what that adds and costs, and until when */
export const queryUpgrade = defineCall({
  name: 'queryUpgrade',
  topic: 'upgrade',
  method: 'GET',
  path: '/api/v1/insure/upgrade/query',
  summary: 'Whose policies of an order can be raised to a dearer plan, what that adds and costs, and until when',
  input: Type.Object({ orderNo: OrderNo }),
  output: UpgradeOffer,
  login: 'required',
  specified: false,
  errors: ['not-found'],
});
