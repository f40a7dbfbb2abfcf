/** A figure as it is typed or pasted: its thousands may be parted by commas, its unit may stand beside it. No 1e5, nor two figures. */
const FIGURE = /^¥?\s*(-?(?:\d+|\d{1,3}(?:,\d{3})+)?(?:\.\d*)?)\s*(?:元|%|人|期|天|秒)?$/;

/** Null where nothing stands there, NaN where it is no figure. */
export function readNumber(text: string): number | null {
  const plain = text.normalize('NFKC').replaceAll('。', '.').trim();
  if (plain === '') return null;
  const figure = FIGURE.exec(plain)?.[1]?.replaceAll(',', '') ?? '';
  return /\d/.test(figure) ? Number(figure) : Number.NaN;
}

export interface NumberLimits {
  readonly min: number;
  readonly max: number;
  /** How many places it may have behind its point; none unless told. */
  readonly places?: number;
}

/** What is wrong with a figure that was read, as a sentence; null for nothing, and where nothing stands there. */
export function numberProblem(value: number | null | undefined, { min, max, places = 0 }: NumberLimits): string | null {
  if (value === null || value === undefined) return null;
  if (Number.isNaN(value)) return `请只写一个数字，例如 ${places === 0 ? '12' : '12.5'}`;
  if (value < min) return `不能小于 ${min}`;
  if (value > max) return `不能大于 ${max}`;
  const shifted = value * 10 ** places;
  if (Math.abs(shifted - Math.round(shifted)) < 1e-6) return null;
  return places === 0 ? '请写整数' : `小数点后最多 ${places} 位`;
}
