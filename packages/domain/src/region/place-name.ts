import {
  CITIES,
  DISTRICT_ALIASES,
  type Region,
  SUZHOU_CODE,
  SUZHOU_DISTRICTS,
  WITHDRAWN_DISTRICTS,
} from './regions.ts';

const districts = (): readonly Region[] => [...SUZHOU_DISTRICTS, ...WITHDRAWN_DISTRICTS];

const named = (regions: readonly Region[], name: string): Region | undefined =>
  regions.find((region) => region.name === name || region.shortName === name);

/**
 * Finds the region a place name stands for (specification, section 3): of a name longer than 4 characters the part
 * after the 4th is looked up among the Suzhou districts (苏州市·昆山市); a name of 4 or fewer must be a city's.
 * Full and short names both count. Null when nothing matches exactly.
 */
export function placeNameLookup(name: string): { code: string; name: string } | null {
  const characters = Array.from(name.trim());
  const region =
    characters.length > 4 ? districtNamed(characters.slice(4).join('').trim()) : named(CITIES, characters.join(''));
  return region ? { code: region.code, name: region.name } : null;
}

function districtNamed(name: string): Region | undefined {
  const alias = DISTRICT_ALIASES[name];
  return alias ? SUZHOU_DISTRICTS.find((district) => district.code === alias) : named(districts(), name);
}

/**
 * How a chosen medical-insurance place is shown: 苏州 - 工业园区 for a Suzhou district (320500 itself is 市区), 南京 for
 * another city. Null for a code that is no place of this product.
 */
export function regionDisplayText(code: string): string | null {
  const district = districts().find((region) => region.code === code);
  if (district) return `苏州 - ${district.shortName}`;
  return CITIES.find((city) => city.code === code)?.shortName ?? null;
}

/** Whether people with this medical-insurance place can be insured. The withdrawn 320584 is accepted on input. */
export function isInsurableRegion(code: string): boolean {
  return regionDisplayText(code) !== null;
}

/** The code to count and search by: 320584 is 320509, any other code is itself. */
export function currentRegionCode(code: string): string {
  return code === '320584' ? '320509' : code;
}

/** The city of a place, for reports and outlet lists: a Suzhou district counts as 320500. Null for no place of ours. */
export function cityCodeOf(code: string): string | null {
  if (districts().some((region) => region.code === code)) return SUZHOU_CODE;
  return CITIES.some((city) => city.code === code) ? code : null;
}
