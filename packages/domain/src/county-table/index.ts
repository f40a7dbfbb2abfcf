/**
 * The national table of administrative divisions. It weighs about 160 kB: only the server and the screens that need
 * a place outside the product's own cities import it; no other topic may.
 */
import { areaList } from '@vant/area-data';

export interface Division {
  code: string;
  province: string;
  /** Absent for a province itself. */
  city?: string;
  /** Absent for a province or a city. */
  county?: string;
  /** All levels in a row: 江苏省苏州市昆山市. */
  fullName: string;
}

export interface DivisionNode {
  code: string;
  name: string;
  children?: DivisionNode[];
}

/** Looks up a six-digit code of a province, city or county. Null when the table does not have it. */
export function divisionOf(code: string): Division | null {
  if (!/^\d{6}$/.test(code)) return null;
  const province = areaList.province_list[`${code.slice(0, 2)}0000`];
  if (province === undefined) return null;
  if (code.endsWith('0000')) return { code, province, fullName: province };
  const city = areaList.city_list[`${code.slice(0, 4)}00`];
  if (city === undefined) return null;
  if (code.endsWith('00')) return { code, province, city, fullName: joinNames(province, city) };
  const county = areaList.county_list[code];
  if (county === undefined) return null;
  return { code, province, city, county, fullName: joinNames(province, city, county) };
}

/** The table's entry for a code: 昆山市. Null when the table does not have it. */
export function divisionName(code: string): string | null {
  const division = divisionOf(code);
  return division ? (division.county ?? division.city ?? division.province) : null;
}

/** Provinces with their cities with their counties, each level in code order. A new tree at every call. */
export function divisionTree(): DivisionNode[] {
  const level = (list: Record<string, string>, prefix: string): [string, string][] =>
    Object.entries(list).filter(([code]) => code.startsWith(prefix));
  return level(areaList.province_list, '').map(([code, name]) => ({
    code,
    name,
    children: level(areaList.city_list, code.slice(0, 2)).map(([cityCode, cityName]) => ({
      code: cityCode,
      name: cityName,
      children: level(areaList.county_list, cityCode.slice(0, 4)).map(([countyCode, countyName]) => ({
        code: countyCode,
        name: countyName,
      })),
    })),
  }));
}

// The table repeats a municipality as its own city and puts counties without a city under a heading that is no name.
const NO_NAME = /^(?:县|省直辖县|自治区直辖县级行政区划)$/;

function joinNames(...names: string[]): string {
  return names.filter((name, index) => name !== names[index - 1] && !NO_NAME.test(name)).join('');
}

/** The whole table as one map from code to name: provinces, cities and counties. */
export function countyTable(): Record<string, string> {
  return { ...areaList.province_list, ...areaList.city_list, ...areaList.county_list };
}
