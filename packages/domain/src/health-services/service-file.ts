import {
  type CellProblem,
  cellOf,
  cellProblems,
  type FoundColumns,
  isShortText,
  type WantedColumn,
} from '../sheet/index.ts';

/** What a service is shown by, as a file says it. */
const ICON_WORDS = {
  hospital: '医院',
  stethoscope: '听诊器',
  nurse: '护士',
  magnifier: '放大镜',
  heart: '爱心',
  'check-up': '体检单',
} as const;
export type ServiceIcon = keyof typeof ICON_WORDS;
const ICONS = Object.keys(ICON_WORDS) as ServiceIcon[];

const iconOf = (word: string): ServiceIcon | undefined => ICONS.find((icon) => ICON_WORDS[icon] === word);

/** A service as an edition lists it. */
export interface HealthService {
  readonly code: string;
  /** Heading under which it stands: 看病前后. */
  readonly group: string;
  readonly name: string;
  readonly description: string;
  /** In words: 60 岁以上. */
  readonly audience: string;
  readonly leastAge: number | null;
  /** In words: 提前 3 天打电话约. */
  readonly howToBook: string;
  /** How often a year; null: enrolled once for the whole year. */
  readonly timesPerYear: number | null;
  /** Whole days between booking and the day that is wanted. */
  readonly leadDays: number;
  readonly provider: string;
  readonly hotline: string;
  readonly hours: string;
  /** None means the hospital; lists published before there were icons have none. */
  readonly icon?: ServiceIcon;
}

export const SERVICE_COLUMNS = {
  code: { headings: ['编号'] },
  group: { headings: ['分组'] },
  name: { headings: ['服务名称', '名称'] },
  description: { headings: ['说明'] },
  audience: { headings: ['适用人群'] },
  leastAge: { headings: ['最小年龄'], isOptional: true },
  howToBook: { headings: ['怎么预约'] },
  timesPerYear: { headings: ['每年次数'] },
  leadDays: { headings: ['提前天数'] },
  provider: { headings: ['服务机构'] },
  hotline: { headings: ['热线'] },
  hours: { headings: ['服务时间'] },
  icon: { headings: ['图标'], isOptional: true },
} as const satisfies Record<string, WantedColumn>;

const ALL_YEAR = '全年';

type ServiceColumn = keyof typeof SERVICE_COLUMNS;

/** Everything that is wrong with a service of a file. */
export function serviceProblems(
  cells: readonly string[],
  columns: FoundColumns<ServiceColumn>,
): CellProblem<ServiceColumn>[] {
  const text = (key: ServiceColumn): string => cellOf(cells, columns[key]);
  const isWhole = (key: 'leastAge' | 'leadDays', most: number): boolean =>
    /^\d{1,3}$/.test(text(key)) && Number(text(key)) <= most;
  return cellProblems<ServiceColumn>([
    ['code', /^[0-9A-Za-z-]{1,20}$/.test(text('code')), '编号为 1 到 20 位字母和数字'],
    ['group', isShortText(text('group'), 12), '分组要写，不超过 12 个字'],
    ['name', isShortText(text('name'), 20), '服务名称要写，不超过 20 个字'],
    ['description', isShortText(text('description'), 100), '说明要写，不超过 100 个字'],
    ['audience', isShortText(text('audience'), 40), '适用人群要写，不限就写“不限”'],
    ['leastAge', text('leastAge') === '' || isWhole('leastAge', 120), '最小年龄写 0 到 120 的整数；不限就空着'],
    ['howToBook', isShortText(text('howToBook'), 60), '怎么预约要写，不超过 60 个字'],
    [
      'timesPerYear',
      text('timesPerYear') === ALL_YEAR || /^([1-9]|[1-4]\d|50)$/.test(text('timesPerYear')),
      '每年次数写 1 到 50 的整数；报名一次用一年的写“全年”',
    ],
    ['leadDays', isWhole('leadDays', 60), '提前天数写 0 到 60 的整数'],
    ['provider', isShortText(text('provider'), 40), '服务机构要写，不超过 40 个字'],
    ['hotline', /^[0-9-]{5,16}$/.test(text('hotline')), '热线写数字和短横线'],
    ['hours', isShortText(text('hours'), 40), '服务时间要写，如 每天 8:00 - 20:00'],
    [
      'icon',
      text('icon') === '' || iconOf(text('icon')) !== undefined,
      `图标写${Object.values(ICON_WORDS).join('、')}中的一个；不写就用医院`,
    ],
  ]);
}

/** A service of a file, or what is wrong with the row. */
export function readServiceRow(cells: readonly string[], columns: FoundColumns<ServiceColumn>): HealthService | string {
  const [problem] = serviceProblems(cells, columns);
  if (problem) return problem.message;
  const text = (key: ServiceColumn): string => cellOf(cells, columns[key]);
  return {
    code: text('code'),
    group: text('group'),
    name: text('name'),
    description: text('description'),
    audience: text('audience'),
    leastAge: text('leastAge') === '' ? null : Number(text('leastAge')),
    howToBook: text('howToBook'),
    timesPerYear: text('timesPerYear') === ALL_YEAR ? null : Number(text('timesPerYear')),
    leadDays: Number(text('leadDays')),
    provider: text('provider'),
    hotline: text('hotline'),
    hours: text('hours'),
    icon: iconOf(text('icon')),
  };
}

/** The row of a service as its file has it. */
export function serviceCells(service: HealthService): string[] {
  return [
    ...[service.code, service.group, service.name, service.description, service.audience],
    ...[service.leastAge === null ? '' : String(service.leastAge), service.howToBook],
    ...[service.timesPerYear === null ? ALL_YEAR : String(service.timesPerYear), String(service.leadDays)],
    ...[service.provider, service.hotline, service.hours, service.icon ? ICON_WORDS[service.icon] : ''],
  ];
}
