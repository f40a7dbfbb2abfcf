/**
 * Hides the middle of a text with asterisks and keeps `keep` characters at each end (3 unless told).
 * A text too short for that keeps fewer, so that at least a third of it, and never nothing, is hidden.
 */
export function maskMiddle(text: string, keep = 3): string {
  const characters = Array.from(text);
  const kept = Math.max(0, Math.min(keep, Math.floor((characters.length - 1) / 3)));
  const hidden = characters.length - 2 * kept;
  if (hidden <= 0) return '';
  return characters.slice(0, kept).join('') + '*'.repeat(hidden) + characters.slice(characters.length - kept).join('');
}

/** `190****0000`: 3 and 4 characters stay. Anything but 11 characters is masked by the general rule. */
export function maskPhone(text: string): string {
  const phone = text.replace(/\s/g, '');
  return phone.length === 11 ? `${phone.slice(0, 3)}****${phone.slice(7)}` : maskMiddle(phone);
}

/** 张* for two characters, 张*测 for three or more; the family name always stays, except alone. */
export function maskName(text: string): string {
  const characters = Array.from(text.trim());
  if (characters.length < 2) return '*'.repeat(characters.length);
  const last = characters.length > 2 ? (characters[characters.length - 1] ?? '') : '';
  return `${characters[0]}${'*'.repeat(characters.length - (last ? 2 : 1))}${last}`;
}
