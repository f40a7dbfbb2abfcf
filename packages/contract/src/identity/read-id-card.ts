import { defineCall } from '../define-call.ts';
import { CARD_BODY_BYTES, CardPhotoInput, CardReading } from './card-schemas.ts';

/** Read an identity card from its photo */
export const readIdCard = defineCall({
  name: 'readIdCard',
  topic: 'identity',
  method: 'POST',
  path: '/api/v1/card/ocr/idcard',
  summary: 'Read an identity card from its photo',
  input: CardPhotoInput,
  output: CardReading,
  login: 'required',
  bodyLimitBytes: CARD_BODY_BYTES,
  errors: ['card-unreadable', 'switched-off', 'provider-busy', 'too-many-requests'],
});
