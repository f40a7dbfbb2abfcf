/**
 * Hides the middle of a text with asterisks and keeps `keep` characters at each end (3 unless told).
 * A text too short for that keeps fewer, so that at least a third of it, and never nothing, is hidden.
 */
export function maskMiddle(text: string, keep = 3): string {
  const characters = Array.from(text);
  const most = characters.length >= 3 * keep ? keep : Math.floor((characters.length - 1) / 3);
  const kept = Math.max(0, Math.min(keep, most));
  const hidden = characters.length - 2 * kept;
  if (hidden <= 0) return '';
  return characters.slice(0, kept).join('') + '*'.repeat(hidden) + characters.slice(characters.length - kept).join('');
}

/** `190****0000`: 3 and 4 characters stay. Anything but 11 characters is masked by the general rule. */
export function maskPhone(text: string): string {
  const phone = text.replace(/\s/g, '');
  return phone.length === 11 ? `${phone.slice(0, 3)}****${phone.slice(7)}` : maskMiddle(phone);
}

/** Stands in place of a name once nothing is kept of its person. */
export const DESTROYED_NAME = '已销毁';

/** 张* for two characters, 张*测 for three or more; the family name always stays, except alone. Of nobody nothing is hidden. */
export function maskName(text: string): string {
  if (text === DESTROYED_NAME) return text;
  const characters = Array.from(text.trim());
  if (characters.length < 2) return '*'.repeat(characters.length);
  const last = characters.length > 2 ? (characters[characters.length - 1] ?? '') : '';
  return `${characters[0]}${'*'.repeat(characters.length - (last ? 2 : 1))}${last}`;
}

const TOLD_PLACES = 4;

/**
 * In which places two texts differ that read the same when masked, so that it can be told without what stands there:
 * `第 2 个字不同`, `第 9、12 位不同`, or from where on, where they differ in many places or in length: `第 7 个字起不同`.
 * Null where they are the same.
 * @param unit what a character is called, `个字` or `位`
 */
export function differingPlaces(before: string, after: string, unit: '个字' | '位'): string | null {
  const [one, other] = [Array.from(before), Array.from(after)];
  const places = Array.from({ length: Math.max(one.length, other.length) }, (_, index) => index).filter(
    (index) => one[index] !== other[index],
  );
  const [first] = places;
  if (first === undefined) return null;
  if (one.length === other.length && places.length <= TOLD_PLACES) {
    return `第 ${places.map((index) => index + 1).join('、')} ${unit}不同`;
  }
  return `第 ${first + 1} ${unit}起不同`;
}
