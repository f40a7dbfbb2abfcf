import Type from 'typebox';
import { defineCall } from '../define-call.ts';
import { BeijingTime, EditionCode } from '../vocabulary/schemas.ts';
import { HealthServiceView } from './health-service-schemas.ts';

/** The health services of an edition */
export const healthServices = defineCall({
  name: 'healthServices',
  topic: 'health-services',
  method: 'GET',
  path: '/api/v1/health/services',
  summary: 'The health services of an edition',
  input: Type.Object({ productId: Type.Optional(EditionCode) }),
  output: Type.Object({
    editionYear: Type.Integer(),
    version: Type.Integer(),
    publishedAt: Type.Union([BeijingTime, Type.Null()]),
    services: Type.Array(HealthServiceView),
  }),
  errors: ['not-found'],
  specified: false,
});
