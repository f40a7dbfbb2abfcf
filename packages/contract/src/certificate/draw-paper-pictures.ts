import Type from 'typebox';
import { defineCall } from '../define-call.ts';
import { BeijingTime, OrderNo } from '../vocabulary/schemas.ts';
import { PaperName, PaperState, WhosePaper } from './certificate-schemas.ts';

/** The pages of a paper as pictures, for browsers that keep no PDF */
export const drawPaperPictures = defineCall({
  name: 'drawPaperPictures',
  topic: 'certificate',
  method: 'POST',
  path: '/api/v1/insure/policy/paperPictures',
  summary: 'The pages of a paper as pictures, for browsers that keep no PDF',
  input: Type.Object({ orderNo: OrderNo, paper: PaperName, ...WhosePaper }),
  output: Type.Object({
    title: Type.String(),
    insuredName: Type.Union([Type.String(), Type.Null()]),
    state: PaperState,
    pictures: Type.Array(Type.Object({ url: Type.String(), width: Type.Integer(), height: Type.Integer() })),
    expiresAt: BeijingTime,
  }),
  login: 'required',
  overlay: false,
  specified: false,
  errors: ['not-found', 'paper-not-ready', 'too-many-requests'],
});
