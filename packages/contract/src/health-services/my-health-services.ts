import Type from 'typebox';
import { defineCall } from '../define-call.ts';
import { EditionCode } from '../vocabulary/schemas.ts';
import { ServiceOverview } from './health-service-schemas.ts';

/** What is left of the services for each covered person of the asker, and what was booked */
export const myHealthServices = defineCall({
  name: 'myHealthServices',
  topic: 'health-services',
  method: 'GET',
  path: '/api/v1/health/mine',
  summary: 'What is left of the services for each covered person of the asker, and what was booked',
  input: Type.Object({ productId: Type.Optional(EditionCode) }),
  output: ServiceOverview,
  login: 'required',
  overlay: false,
  errors: ['not-found'],
  specified: false,
});
