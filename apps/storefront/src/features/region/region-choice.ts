import { CITIES, cityCodeOf, regionDisplayText, SUZHOU_CODE, SUZHOU_DISTRICTS } from '@huimin/domain/region';

/** What is chosen in the picker. Suzhou alone is no place yet: its districts are insured one by one. */
export type RegionChoice = { city: string | null; district: string | null };

/** The choice that stands for a region code; nothing chosen for null or a code that is not offered. */
export function choiceOf(code: string | null): RegionChoice {
  const city = code === null ? null : cityCodeOf(code);
  if (city !== SUZHOU_CODE)
    return { city: CITIES.some((region) => region.code === city) ? city : null, district: null };
  return { city, district: SUZHOU_DISTRICTS.some((region) => region.code === code) ? code : null };
}

/** Another city forgets the district; the same city again keeps it. */
export function chooseCity(choice: RegionChoice, city: string): RegionChoice {
  return city === choice.city ? choice : { city, district: null };
}

/** The region code, once the choice is complete. */
export function codeOfChoice(choice: RegionChoice): string | null {
  return choice.city === SUZHOU_CODE ? choice.district : choice.city;
}

/** `苏州 - 工业园区`, `南京`, `苏州` while the district is missing, or null. */
export function textOfChoice(choice: RegionChoice): string | null {
  if (choice.city === null) return null;
  const code = codeOfChoice(choice);
  return code === null ? '苏州' : regionDisplayText(code);
}

/** What keeps the choice from being confirmed, as a sentence; null when nothing does. */
export function choiceProblem(choice: RegionChoice): string | null {
  if (choice.city === null) return '请先选择医保所在地';
  return codeOfChoice(choice) === null ? '请再选苏州的区、县级市' : null;
}
