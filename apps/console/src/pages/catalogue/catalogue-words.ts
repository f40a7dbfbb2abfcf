import type { CatalogueNameValue } from '@huimin/contract/console';
import { formatYuan } from '@huimin/domain/money';
import { CITIES } from '@huimin/domain/region';

interface ListWords {
  /** In the table, in this order. */
  readonly shown: readonly string[];
  /** What the list is of: 家网点. */
  readonly unit: string;
  /** Where residents see it, below their app's address. */
  readonly route: string;
  /** That place in words. */
  readonly seenAt: string;
  /** How a field is filled in, by its column. */
  readonly hints: Readonly<Record<string, string>>;
  readonly options: Readonly<Record<string, readonly string[]>>;
  /** Texts of more than a few words. */
  readonly long: readonly string[];
}

const CITY_NAMES = CITIES.filter(({ code }) => code !== '320000').map(({ shortName }) => shortName);
const SPLIT = '多个用、隔开';

export const LIST_WORDS: Readonly<Record<CatalogueNameValue, ListWords>> = {
  outlets: {
    shown: ['name', 'organisation', 'city', 'district', 'address', 'phone', 'hours', 'services'],
    unit: '个网点',
    route: '#/branch',
    seenAt: '“服务网点”页',
    hints: {
      services: `投保、理赔、改信息、老年专窗；${SPLIT}`,
      channels: '只在这些渠道的名单里也列出；没有就空着',
      longitude: '高德坐标，如 118.796；和纬度都填，或者都不填',
      latitude: '如 32.06',
      phone: '如 0512-65000000、400-065-1066',
    },
    options: { city: CITY_NAMES },
    long: ['address'],
  },
  drugs: {
    shown: ['genericName', 'brandName', 'maker', 'indication', 'inCatalogue', 'ratioPercent', 'priceYuan', 'cycleText'],
    unit: '种药',
    route: '#/cart-shop',
    seenAt: '“特药目录”页',
    hints: {
      ratioPercent: '0 到 100 的整数，如 70%',
      preExistingRatioPercent: '如 35%',
      limitYuan: '没有就空着',
      pharmacyCodes: '指定药房的编号，多家用分号隔开',
    },
    options: { inCatalogue: ['目录内', '目录外'] },
    long: ['indication', 'pharmacyCodes'],
  },
  pharmacies: {
    shown: ['name', 'city', 'district', 'address', 'phone', 'hours', 'delivers'],
    unit: '家药房',
    route: '#/cart-shop',
    seenAt: '“特药目录”页，点“指定药房”看',
    hints: { phone: '如 0512-00000000' },
    options: { city: CITY_NAMES, delivers: ['是', '否'] },
    long: ['address'],
  },
  'health-services': {
    shown: ['group', 'name', 'description', 'audience', 'howToBook', 'timesPerYear', 'provider', 'hotline'],
    unit: '项服务',
    route: '#/lsjsfwsc',
    seenAt: '“健康服务”页',
    hints: {
      leastAge: '不限就空着',
      timesPerYear: '1 到 50；报名一次用一年的写“全年”',
      leadDays: '下单到使用至少隔几天，0 到 60',
    },
    options: { icon: ['医院', '听诊器', '护士', '放大镜', '爱心', '体检单'] },
    long: ['description', 'howToBook'],
  },
};

export const CHANGE_WORDS = {
  new: { label: '新增', tone: 'success' },
  changed: { label: '有改', tone: 'info' },
  gone: { label: '去掉', tone: 'error' },
} as const;

/** A heading of a file as a page says it: 参考价（元）. */
export const plainLabel = (heading: string): string => heading.replace(/元$/, '（元）');

export const isAmount = (column: string | undefined): boolean => column?.endsWith('Yuan') === true;

const FIGURES = ['timesPerYear', 'leastAge', 'leadDays'];

/** Amounts, percents and counts stand at the right, under each other. */
export const isFigure = (column = ''): boolean =>
  isAmount(column) || column.endsWith('Percent') || FIGURES.includes(column);

/** What a cell of the file says, as a page writes it: amounts with commas, as everywhere. */
export function written(column: string | undefined, text: string | undefined = ''): string {
  return isAmount(column) && /^\d+(\.\d{1,2})?$/.test(text) ? formatYuan(Math.round(Number(text) * 100)) : text;
}
