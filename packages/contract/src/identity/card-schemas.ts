import Type from 'typebox';

const Side = Type.Enum(['front', 'back'], { description: '人像面 front，国徽面 back' });

export const CardPhotoInput = Type.Object({
  side: Side,
  /** JPEG or PNG of at most 1 MB, base64. */
  image: Type.String({ minLength: 1, maxLength: 1_400_000, description: '身份证照片，base64' }),
});

/** What was read. The photo is kept nowhere. */
export const CardReading = Type.Object({
  side: Side,
  name: Type.Union([Type.String(), Type.Null()]),
  /** Only a number whose check character is right. */
  idNumber: Type.Union([Type.String(), Type.Null()]),
  /** Last day of validity, YYYY-MM-DD; null when it is not on this side or the card is valid for good. */
  validUntil: Type.Union([Type.String(), Type.Null()]),
  /** What is odd about the card or the photo, in sentences. */
  warnings: Type.Array(Type.String()),
});

/** Base64 of 1 MB and what stands around it. */
export const CARD_BODY_BYTES = 1_500_000;
