import Type from 'typebox';
import { defineCall } from '../define-call.ts';
import { OrderNo } from '../vocabulary/schemas.ts';
import { ConsentVersion } from './withholding-schemas.ts';

/** Begins to sign automatic re-application for the people of a paid order; the page to sign on opens inside WeChat */
export const openWithholding = defineCall({
  name: 'openWithholding',
  topic: 'withholding',
  method: 'POST',
  path: '/api/v1/insure/policy/openWbWithhold',
  summary:
    'Begins to sign automatic re-application for the people of a paid order; the page to sign on opens inside WeChat',
  input: Type.Object({ orderNo: OrderNo, consentVersion: ConsentVersion }),
  output: Type.Object({ signUrl: Type.String() }),
  login: 'required',
  errors: ['not-found', 'order-state', 'open-id-required', 'switched-off', 'documents-changed'],
});
