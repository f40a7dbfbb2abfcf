const ID_NUMBER =
  /(?<![0-9A-Za-z])([1-9]\d{5})((?:19|20)\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])\d{3}[\dXx])(?![0-9A-Za-z])/g;
const MOBILE = /(?<!\d)((?:86)?1[3-9]\d)\d{4}(\d{4})(?!\d)/g;
const SECRET = /((?:secret|apiV3Key|access_token|refresh_token)"?[=:]"?)[^&"\s]+/gi;

/** Hides the middle of identity numbers and mobile numbers, and the values of secrets, in any text. */
export function maskPersonal(text: string): string {
  return text
    .replace(ID_NUMBER, (_all, area: string, rest: string) => `${area}********${rest.slice(-4)}`)
    .replace(MOBILE, '$1****$2')
    .replace(SECRET, '$1***');
}
