import type { Fen } from './fen.ts';

const DIGITS = '零壹贰叁肆伍陆柒捌玖';
const PLACES = ['', '拾', '佰', '仟'] as const;

const digit = (value: number): string => DIGITS.charAt(value);

/** 1–9999 without leading zeros. */
function groupInCapitals(group: number): string {
  let text = '';
  let skippedZero = false;
  for (let place = 3; place >= 0; place -= 1) {
    const value = Math.floor(group / 10 ** place) % 10;
    if (value === 0) {
      skippedZero = text !== '';
      continue;
    }
    text += (skippedZero ? digit(0) : '') + digit(value) + PLACES[place];
    skippedZero = false;
  }
  return text;
}

function wholeInCapitals(yuan: number): string {
  if (yuan < 10_000) return groupInCapitals(yuan);
  const unit = yuan < 100_000_000 ? 10_000 : 100_000_000;
  const upper = Math.floor(yuan / unit);
  const lower = yuan % unit;
  // One 零 where places lie empty between the two parts: above the lower part, or a whole group below the upper one.
  const gap = lower > 0 && (lower < unit / 10 || upper % 10_000 === 0);
  return wholeInCapitals(upper) + (unit === 10_000 ? '万' : '亿') + (gap ? digit(0) : '') + wholeInCapitals(lower);
}

/**
 * The amount in Chinese capitals for vouchers and policies: 15800 → 人民币壹佰伍拾捌元整.
 * Follows the rules for filling in bank bills: 整 after 元 and after 角, none after 分; one 零 for any run of empty
 * places between figures; 零 before 分 when there is yuan but no jiao.
 * Takes any amount from zero up to the safe integers (tens of 万亿 yuan). Throws RangeError otherwise.
 */
export function amountInCapitals(fen: Fen): string {
  if (!Number.isSafeInteger(fen) || fen < 0)
    throw new RangeError('an amount must be a whole number of fen, not negative');
  const yuan = Math.floor(fen / 100);
  const jiao = Math.floor(fen / 10) % 10;
  const rest = fen % 10;
  if (fen === 0) return '人民币零元整';
  let text = `人民币${yuan > 0 ? `${wholeInCapitals(yuan)}元` : ''}`;
  if (jiao > 0) text += `${digit(jiao)}角`;
  else if (rest > 0 && yuan > 0) text += digit(0);
  return text + (rest > 0 ? `${digit(rest)}分` : '整');
}
