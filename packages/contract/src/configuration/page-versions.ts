import Type from 'typebox';
import { defineCall } from '../define-call.ts';
import { BeijingTime, EditionCode } from '../vocabulary/schemas.ts';

/** The versions of one published document, newest first, with the time in which each was the current one */
export const pageVersions = defineCall({
  name: 'pageVersions',
  topic: 'configuration',
  method: 'GET',
  path: '/api/v1/webConfig/pageVersions',
  summary: 'The versions of one published document, newest first, with the time in which each was the current one',
  input: Type.Object({ pageKey: Type.String({ pattern: '^[a-z-]{3,40}$' }), productId: Type.Optional(EditionCode) }),
  output: Type.Object({
    editionCode: EditionCode,
    productName: Type.String(),
    versions: Type.Array(
      Type.Object({
        version: Type.Integer(),
        title: Type.String(),
        publishedAt: BeijingTime,
        /** Null: it is the current one. */
        replacedAt: Type.Union([BeijingTime, Type.Null()]),
        sha256: Type.String(),
      }),
    ),
  }),
  errors: ['not-found'],
  specified: false,
  overlay: false,
});
