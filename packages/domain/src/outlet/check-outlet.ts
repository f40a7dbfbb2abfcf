import { CITIES } from '../region/index.ts';
import { OUTLET_CHANNELS, OUTLET_SERVICES, type Outlet, type OutletChannel, type OutletService } from './outlet.ts';

/** The file's columns by their headings; their order in a file does not matter. */
export const OUTLET_HEADINGS = {
  code: '网点编号',
  organisation: '机构',
  name: '网点名称',
  city: '城市',
  district: '区县',
  address: '地址',
  longitude: '经度',
  latitude: '纬度',
  phone: '电话',
  hours: '营业时间',
  services: '服务',
  channels: '渠道',
  agentCode: '业务员代码',
} as const;
export type OutletColumn = keyof typeof OUTLET_HEADINGS;
const CHANNELS = Object.keys(OUTLET_CHANNELS) as OutletChannel[];
const COLUMNS = Object.keys(OUTLET_HEADINGS) as OutletColumn[];
/** These may be missing from a file. */
const OPTIONAL: readonly OutletColumn[] = ['longitude', 'latitude', 'channels', 'agentCode'];

/** Where each column stands in a file with these headings, or what is wrong with them. */
export function outletColumns(headings: readonly string[]): ReadonlyMap<OutletColumn, number> | string {
  const given = headings.map((heading) => heading.replace(/^\uFEFF/, '').trim());
  const unknown = given.find((heading) => heading !== '' && !COLUMNS.some((key) => OUTLET_HEADINGS[key] === heading));
  if (unknown !== undefined) return `表头里有“${unknown.slice(0, 20)}”，不认识这一列`;
  const twice = given.find((heading, at) => heading !== '' && given.indexOf(heading) < at);
  if (twice !== undefined) return `表头里有两列“${twice}”`;
  const missing = COLUMNS.filter((key) => !OPTIONAL.includes(key) && !given.includes(OUTLET_HEADINGS[key]));
  if (missing.length > 0) return `表头里缺少：${missing.map((key) => OUTLET_HEADINGS[key]).join('、')}`;
  return new Map(
    COLUMNS.flatMap((key) => {
      const at = given.indexOf(OUTLET_HEADINGS[key]);
      return at < 0 ? [] : [[key, at] as const];
    }),
  );
}

type Problem = { readonly column: OutletColumn; readonly message: string };

/** A row's outlet, or everything that is wrong with it. */
export function checkOutletRow(
  cell: (column: OutletColumn) => string,
): { ok: true; outlet: Outlet } | { ok: false; problems: Problem[] } {
  const problems: Problem[] = [];
  const wrong = (column: OutletColumn, message: string): void => void problems.push({ column, message });
  const text = (column: OutletColumn, most: number): string => {
    const value = cell(column).trim();
    if (value === '') wrong(column, `请填写${OUTLET_HEADINGS[column]}`);
    else if ([...value].length > most) wrong(column, `${OUTLET_HEADINGS[column]}不超过 ${most} 个字`);
    else if (/[\p{Cc}<>]/u.test(value)) wrong(column, `${OUTLET_HEADINGS[column]}里有不能用的字符`);
    return value;
  };
  const code = cell('code').trim();
  if (!/^[0-9A-Za-z-]{2,20}$/.test(code)) wrong('code', '网点编号为 2 到 20 位字母、数字或横线');
  const cityCode = cityOf(cell('city').trim());
  if (cityCode === null) wrong('city', '城市写江苏的 13 个市之一，如 苏州');
  const phone = cell('phone').trim();
  if (!/^\d{3,4}-?\d{7,8}$|^1\d{10}$|^(400|800)-?\d{3}-?\d{4}$|^\d{5}$/.test(phone)) {
    wrong('phone', '电话写成 0512-65000000、400-065-1066、11 位手机号或 5 位客服号');
  }
  const agentCode = cell('agentCode').trim();
  if (!/^[0-9A-Za-z_-]{0,64}$/.test(agentCode)) wrong('agentCode', '业务员代码为字母和数字，不超过 64 位');
  const [longitude, latitude] = placeOf(cell('longitude').trim(), cell('latitude').trim(), wrong);
  const services = listOf(cell('services')).map((label) => {
    const known = (Object.keys(OUTLET_SERVICES) as OutletService[]).find((key) => OUTLET_SERVICES[key] === label);
    if (!known)
      wrong('services', `没有“${label.slice(0, 10)}”这种服务，可以写：${Object.values(OUTLET_SERVICES).join('、')}`);
    return known;
  });
  if (services.length === 0) wrong('services', `请填写服务：${Object.values(OUTLET_SERVICES).join('、')}`);
  const channels = listOf(cell('channels')).map((given) => {
    const name = CHANNELS.find((one) => one === given);
    if (!name) {
      wrong('channels', `没有“${given.slice(0, 20)}”这个渠道，可以写：${CHANNELS.join('、')}`);
      return undefined;
    }
    const city = OUTLET_CHANNELS[name];
    if (city !== null && cityCode !== null && city !== cityCode) {
      wrong('channels', `渠道 ${name} 只列${CITIES.find((one) => one.code === city)?.shortName}的网点`);
    }
    return name;
  });
  const outlet: Outlet = {
    code,
    organisation: text('organisation', 40),
    name: text('name', 40),
    cityCode: cityCode ?? '',
    district: text('district', 12),
    address: text('address', 100),
    longitude,
    latitude,
    phone,
    hours: text('hours', 60),
    services: [...new Set(services.filter((service) => service !== undefined))],
    channels: [...new Set(channels.filter((channel) => channel !== undefined))],
    agentCode: agentCode === '' ? null : agentCode,
  };
  return problems.length > 0 ? { ok: false, problems } : { ok: true, outlet };
}

/** The province's own place is insured, but is no city that has outlets. */
function cityOf(name: string): string | null {
  const city = CITIES.find((one) => one.name === name || one.shortName === name || one.code === name);
  return city && city.code !== '320000' ? city.code : null;
}

function listOf(text: string): string[] {
  return text
    .split(/[、，,;；/|\s]+/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/** Jiangsu lies within these; a pair that was swapped does not. */
const EAST = [116.2, 122.2] as const;
const NORTH = [30.6, 35.3] as const;

function placeOf(
  longitude: string,
  latitude: string,
  wrong: (column: OutletColumn, message: string) => void,
): [number | null, number | null] {
  if (longitude === '' && latitude === '') return [null, null];
  const read = (column: OutletColumn, given: string, [least, most]: readonly [number, number]): number | null => {
    const value = /^\d{2,3}(\.\d{1,8})?$/.test(given) ? Number(given) : Number.NaN;
    if (value >= least && value <= most) return value;
    wrong(column, `${OUTLET_HEADINGS[column]}不在江苏（${least} 到 ${most}），经度和纬度要都填，或者都不填`);
    return null;
  };
  return [read('longitude', longitude, EAST), read('latitude', latitude, NORTH)];
}

/** An outlet as a row of such a file, in the order of the headings. */
export function outletCells(outlet: Outlet): string[] {
  const cells: Record<OutletColumn, string> = {
    code: outlet.code,
    organisation: outlet.organisation,
    name: outlet.name,
    city: CITIES.find(({ code }) => code === outlet.cityCode)?.shortName ?? outlet.cityCode,
    district: outlet.district,
    address: outlet.address,
    longitude: outlet.longitude === null ? '' : String(outlet.longitude),
    latitude: outlet.latitude === null ? '' : String(outlet.latitude),
    phone: outlet.phone,
    hours: outlet.hours,
    services: outlet.services.map((service) => OUTLET_SERVICES[service]).join('、'),
    channels: outlet.channels.join('、'),
    agentCode: outlet.agentCode ?? '',
  };
  return COLUMNS.map((column) => cells[column]);
}
