import Type from 'typebox';
import { defineCall } from '../define-call.ts';
import { Jump, JumpTarget } from './jump-schemas.ts';

/** Where the medical-insurance app can be gone to from here, what has to be agreed to, and the jumps so far */
export const ybjkJumpCheck = defineCall({
  name: 'ybjkJumpCheck',
  topic: 'partner-jump',
  method: 'GET',
  path: '/api/v1/insure/order/ybjkJumpCheck',
  summary: 'Where the medical-insurance app can be gone to from here, what has to be agreed to, and the jumps so far',
  input: Type.Object({}),
  output: Type.Object({
    /** Empty: nothing is offered. */
    targets: Type.Array(Type.Object({ source: JumpTarget, name: Type.String(), note: Type.String() })),
    consentVersion: Type.Integer(),
    consentLines: Type.Array(Type.String()),
    /** The account's phone, the only one that can be handed over. */
    phoneMasked: Type.String(),
    /** Newest first. */
    jumps: Type.Array(Jump),
  }),
  login: 'required',
  overlay: false,
});
