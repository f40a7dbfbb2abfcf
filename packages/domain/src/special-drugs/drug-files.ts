import { yuanTextToFen } from '../money/index.ts';
import {
  type CellProblem,
  cellOf,
  cellProblems,
  type FoundColumns,
  isShortText,
  type WantedColumn,
} from '../sheet/index.ts';

/** A drug as an edition lists it. */
export interface SpecialDrug {
  readonly code: string;
  readonly genericName: string;
  readonly brandName: string;
  readonly maker: string;
  readonly indication: string;
  /** Within the catalogue of the basic medical insurance. */
  readonly inCatalogue: boolean;
  readonly ratioPercent: number;
  /** For people whose illness was there before the cover. */
  readonly preExistingRatioPercent: number;
  /** What is paid for it in a year at most; null: the cover's limit alone. */
  readonly limitFen: number | null;
  /** What one cycle costs about. */
  readonly priceFen: number;
  /** What a cycle is: 1 盒. */
  readonly cycleText: string;
  readonly cycleDays: number;
  readonly pharmacyCodes: readonly string[];
}

export interface Pharmacy {
  readonly code: string;
  readonly name: string;
  readonly city: string;
  readonly district: string;
  readonly address: string;
  readonly phone: string;
  readonly hours: string;
  readonly delivers: boolean;
}

export const DRUG_COLUMNS = {
  code: { headings: ['编号'] },
  genericName: { headings: ['通用名'] },
  brandName: { headings: ['商品名'] },
  maker: { headings: ['生产企业', '厂家'] },
  indication: { headings: ['适应症'] },
  inCatalogue: { headings: ['医保目录'] },
  ratioPercent: { headings: ['赔付比例'] },
  preExistingRatioPercent: { headings: ['既往症赔付比例'] },
  limitYuan: { headings: ['年度限额元'], isOptional: true },
  priceYuan: { headings: ['参考价元'] },
  cycleText: { headings: ['每期用量'] },
  cycleDays: { headings: ['每期天数'] },
  pharmacyCodes: { headings: ['指定药房'] },
} as const satisfies Record<string, WantedColumn>;

export const PHARMACY_COLUMNS = {
  code: { headings: ['编号'] },
  name: { headings: ['药房名称', '名称'] },
  city: { headings: ['城市'] },
  district: { headings: ['区县'] },
  address: { headings: ['地址'] },
  phone: { headings: ['电话'] },
  hours: { headings: ['营业时间'] },
  delivers: { headings: ['送药'] },
} as const satisfies Record<string, WantedColumn>;

type Cells = readonly string[];
type Read<Row> = Row | string;

const CODE = /^[0-9A-Za-z-]{1,20}$/;

type DrugColumn = keyof typeof DRUG_COLUMNS;

/** Everything that is wrong with a drug of a file. */
export function drugProblems(cells: Cells, columns: FoundColumns<DrugColumn>): CellProblem<DrugColumn>[] {
  const text = (key: DrugColumn): string => cellOf(cells, columns[key]);
  return cellProblems<DrugColumn>([
    ['code', CODE.test(text('code')), '编号为 1 到 20 位字母和数字'],
    ['genericName', isShortText(text('genericName'), 60), '通用名要写，不超过 60 个字'],
    ['brandName', isShortText(text('brandName'), 60), '商品名要写，不超过 60 个字'],
    ['maker', isShortText(text('maker'), 60), '生产企业要写，不超过 60 个字'],
    ['indication', isShortText(text('indication'), 200), '适应症要写，不超过 200 个字'],
    ['inCatalogue', /^目录[内外]$/.test(text('inCatalogue')), '医保目录写“目录内”或“目录外”'],
    ['ratioPercent', percentOf(text('ratioPercent')) !== null, '赔付比例写 0 到 100 的整数，如 70%'],
    [
      'preExistingRatioPercent',
      percentOf(text('preExistingRatioPercent')) !== null,
      '既往症赔付比例写 0 到 100 的整数，如 35%',
    ],
    ['limitYuan', text('limitYuan') === '' || isAmount(text('limitYuan')), '年度限额写元，最多两位小数；没有就空着'],
    ['priceYuan', isAmount(text('priceYuan')), '参考价写元，最多两位小数'],
    ['cycleText', isShortText(text('cycleText'), 20), '每期用量要写，如 1 盒'],
    [
      'cycleDays',
      /^[1-9]\d{0,2}$/.test(text('cycleDays')) && Number(text('cycleDays')) <= 366,
      '每期天数写 1 到 366 的整数',
    ],
    ['pharmacyCodes', codesOf(text('pharmacyCodes')).length > 0, '至少写一家指定药房的编号，多家用分号隔开'],
  ]);
}

/** A drug of a file, or what is wrong with the row. */
export function readDrugRow(cells: Cells, columns: FoundColumns<DrugColumn>): Read<SpecialDrug> {
  const [problem] = drugProblems(cells, columns);
  if (problem) return problem.message;
  const text = (key: DrugColumn): string => cellOf(cells, columns[key]);
  return {
    code: text('code'),
    genericName: text('genericName'),
    brandName: text('brandName'),
    maker: text('maker'),
    indication: text('indication'),
    inCatalogue: text('inCatalogue') === '目录内',
    ratioPercent: percentOf(text('ratioPercent')) ?? 0,
    preExistingRatioPercent: percentOf(text('preExistingRatioPercent')) ?? 0,
    limitFen: text('limitYuan') === '' ? null : yuanTextToFen(text('limitYuan')),
    priceFen: yuanTextToFen(text('priceYuan')) ?? 0,
    cycleText: text('cycleText'),
    cycleDays: Number(text('cycleDays')),
    pharmacyCodes: codesOf(text('pharmacyCodes')),
  };
}

type PharmacyColumn = keyof typeof PHARMACY_COLUMNS;

/** Everything that is wrong with a pharmacy of a file. */
export function pharmacyProblems(cells: Cells, columns: FoundColumns<PharmacyColumn>): CellProblem<PharmacyColumn>[] {
  const text = (key: PharmacyColumn): string => cellOf(cells, columns[key]);
  return cellProblems<PharmacyColumn>([
    ['code', CODE.test(text('code')), '编号为 1 到 20 位字母和数字'],
    ['name', isShortText(text('name'), 60), '药房名称要写，不超过 60 个字'],
    ['city', isShortText(text('city'), 20), '城市要写，如 苏州'],
    ['district', isShortText(text('district'), 20), '区县要写，如 姑苏区'],
    ['address', isShortText(text('address'), 100), '地址要写，不超过 100 个字'],
    ['phone', /^[0-9-]{7,16}$/.test(text('phone')), '电话写数字和短横线，如 0512-00000000'],
    ['hours', isShortText(text('hours'), 40), '营业时间要写，如 8:30 - 20:00'],
    ['delivers', /^[是否]$/.test(text('delivers')), '送药写“是”或“否”'],
  ]);
}

/** A pharmacy of a file, or what is wrong with the row. */
export function readPharmacyRow(cells: Cells, columns: FoundColumns<PharmacyColumn>): Read<Pharmacy> {
  const [problem] = pharmacyProblems(cells, columns);
  if (problem) return problem.message;
  const text = (key: PharmacyColumn): string => cellOf(cells, columns[key]);
  return {
    code: text('code'),
    name: text('name'),
    city: text('city'),
    district: text('district'),
    address: text('address'),
    phone: text('phone'),
    hours: text('hours'),
    delivers: text('delivers') === '是',
  };
}

/** The rows of a list as its file has them, to be taken out, changed and put back. */
export function drugCells(drug: SpecialDrug): string[] {
  const yuan = (fen: number | null): string => (fen === null ? '' : (fen / 100).toFixed(2));
  return [
    ...[drug.code, drug.genericName, drug.brandName, drug.maker, drug.indication],
    ...[drug.inCatalogue ? '目录内' : '目录外', `${drug.ratioPercent}%`, `${drug.preExistingRatioPercent}%`],
    ...[yuan(drug.limitFen), yuan(drug.priceFen), drug.cycleText, String(drug.cycleDays), drug.pharmacyCodes.join(';')],
  ];
}

export function pharmacyCells(pharmacy: Pharmacy): string[] {
  const { code, name, city, district, address, phone, hours, delivers } = pharmacy;
  return [code, name, city, district, address, phone, hours, delivers ? '是' : '否'];
}

function percentOf(text: string): number | null {
  const match = /^(\d{1,3})\s*%?$/.exec(text);
  const value = Number(match?.[1]);
  return match && value <= 100 ? value : null;
}

function isAmount(text: string): boolean {
  const fen = yuanTextToFen(text);
  return fen !== null && fen >= 0 && fen <= 100_000_000_00;
}

function codesOf(text: string): string[] {
  const codes = text.split(/[;；、,，\s]+/).filter((code) => code !== '');
  return codes.every((code) => CODE.test(code)) ? [...new Set(codes)] : [];
}
