export interface Region {
  /** Six digits. */
  code: string;
  /** As the dictionary has it: 南京市. */
  name: string;
  /** As chips and display texts have it: 南京. */
  shortName: string;
}

/** The city that opens its own list of districts. */
export const SUZHOU_CODE = '320500';

/** The 13 cities and 省直, in the order of the picker. */
export const CITIES: readonly Region[] = [
  { code: '320100', name: '南京市', shortName: '南京' },
  { code: '320200', name: '无锡市', shortName: '无锡' },
  { code: '320300', name: '徐州市', shortName: '徐州' },
  { code: '320400', name: '常州市', shortName: '常州' },
  { code: SUZHOU_CODE, name: '苏州市', shortName: '苏州' },
  { code: '320600', name: '南通市', shortName: '南通' },
  { code: '320700', name: '连云港市', shortName: '连云港' },
  { code: '320800', name: '淮安市', shortName: '淮安' },
  { code: '320900', name: '盐城市', shortName: '盐城' },
  { code: '321000', name: '扬州市', shortName: '扬州' },
  { code: '321100', name: '镇江市', shortName: '镇江' },
  { code: '321200', name: '泰州市', shortName: '泰州' },
  { code: '321300', name: '宿迁市', shortName: '宿迁' },
  { code: '320000', name: '省直', shortName: '省直' },
];

/** What the picker offers under Suzhou. 320540 and 320599 are medical-insurance codes, not national ones. */
export const SUZHOU_DISTRICTS: readonly Region[] = [
  { code: '320500', name: '市区', shortName: '市区' },
  { code: '320599', name: '市本级', shortName: '市本级' },
  { code: '320505', name: '高新区', shortName: '高新区' },
  { code: '320506', name: '吴中区', shortName: '吴中区' },
  { code: '320507', name: '相城区', shortName: '相城区' },
  { code: '320508', name: '姑苏区', shortName: '姑苏区' },
  { code: '320509', name: '吴江区', shortName: '吴江区' },
  { code: '320540', name: '工业园区', shortName: '工业园区' },
  { code: '320581', name: '常熟市', shortName: '常熟' },
  { code: '320582', name: '张家港市', shortName: '张家港' },
  { code: '320583', name: '昆山市', shortName: '昆山' },
  { code: '320585', name: '太仓市', shortName: '太仓' },
];

/** The former 吴江市, withdrawn in 2012: read in old records, never offered. Now part of 320509. */
export const WITHDRAWN_DISTRICTS: readonly Region[] = [{ code: '320584', name: '吴江市', shortName: '吴江' }];

/** Other names under which a district comes in. */
export const DISTRICT_ALIASES: Readonly<Record<string, string>> = {
  苏州市区: '320500',
  虎丘区: '320505',
  '高新区(虎丘区)': '320505',
  '高新区（虎丘区）': '320505',
  苏州工业园区: '320540',
};
