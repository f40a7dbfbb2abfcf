/** What stands before one or two `=` has bits that say nothing: they are 0. */
const BASE64 = /^(?:[0-9A-Za-z+/]{4})*(?:[0-9A-Za-z+/][AQgw]==|[0-9A-Za-z+/]{2}[AEIMQUYcgkosw048]=)?$/;

/** Whether a text is base64 with its padding and no bit to spare, of so many bytes where that is asked. */
export function isBase64(text: string, length?: number): boolean {
  if (!BASE64.test(text)) return false;
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  return length === undefined || (text.length / 4) * 3 - padding === length;
}

/** The bytes of such a text; null when it is anything else. Everything that is checked is read by it. */
export const readBase64 = (text: string, length?: number): Buffer | null =>
  isBase64(text, length) ? Buffer.from(text, 'base64') : null;
