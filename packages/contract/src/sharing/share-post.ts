import Type from 'typebox';
import { defineCall } from '../define-call.ts';
import { EditionCode } from '../vocabulary/schemas.ts';
import { PosterChoice, ShareCodeText } from './sharing-schemas.ts';

/** The posters there are, and where the sharer's own poster leads */
export const sharePost = defineCall({
  name: 'sharePost',
  topic: 'sharing',
  method: 'GET',
  path: '/api/v1/FissionAccount/sharePost',
  summary: "The posters there are, and where the sharer's own poster leads",
  input: Type.Object({ productId: Type.Optional(EditionCode), shareCode: Type.Optional(ShareCodeText) }),
  output: Type.Object({
    shareId: Type.Union([Type.String(), Type.Null()]),
    /** Goes to `getPosterByUrl`. */
    url: Type.String(),
    posters: Type.Array(PosterChoice),
  }),
  login: 'optional',
  overlay: false,
  errors: ['not-found', 'too-many-requests'],
});
