import type { GroupSale } from '../group/index.ts';
import type { Fen } from '../money/index.ts';
import type { FlowRules } from './purchase-flow.ts';
import type { SaleDates } from './sale-window.ts';

/** One plan of an edition; 2025 sells two, 2026 one. */
export interface Plan {
  code: string;
  name: string;
  premiumFen: Fen;
  /** What it gives beyond the next cheaper plan, a short line each. */
  adds?: readonly string[];
  /** What it covers, where that is not what the edition says. */
  benefits?: readonly Benefit[];
}

/** One line of 保什么, for display; the clauses decide. */
export interface Benefit {
  name: string;
  scope: string;
  icon: 'hospital' | 'shield' | 'pill';
  deductibleFen: Fen;
  ratioPercent: number;
  /** Ratio for those with a pre-existing condition, where it differs. */
  preExistingRatioPercent?: number;
  /** Most that is paid in a year. */
  limitFen: Fen;
  /** Its name in a comparison of plans, such as 目录内. */
  shortName?: string;
  /** How many drugs or services it names. */
  itemCount?: number;
}

export interface Company {
  name: string;
  /** Where there is no room for the whole name; unlike any other's. */
  shortName?: string;
  /** The leading insurer of the consortium. */
  lead?: boolean;
  /** What an insurer of a consortium (共保体) carries of every policy: whole percent, all together 100. */
  sharePercent?: number;
  /** Where a branch works. */
  city?: string;
}

export interface PaymentOption {
  label: string;
  /** One of the contract's payment methods; `checkEdition` refuses others. */
  value: string;
  icon: string;
}

/** Colours as `#RRGGBB`. */
export interface Theme {
  primaryColor: string;
  primaryBgColor: string;
  subBgColor: string;
  textColor: string;
  insuredBgColor: string;
  linearBgColor: string;
}

/** Feature gates; false hides the action and makes the server refuse it. */
export interface Switches {
  applyRefund: boolean;
  refundReason: boolean;
  updatePolicyholder: boolean;
  updateInsured: boolean;
}

/**
 * Everything that makes one year's product (specification, section 3, Product data). An edition is data: next year's
 * is added by an operator, not by a release. Field names are the specification's.
 */
export interface Edition extends SaleDates, Switches {
  /** `js26`. */
  editionCode: string;
  editionYear: number;
  proName: string;
  name: string;
  plans: readonly Plan[];
  /** First and last day of cover, `YYYY-MM-DD`. */
  validDate: string;
  invalidDate: string;
  /** When the opening was announced, `YYYY-MM-DD`. */
  announcedOn?: string;
  /** Ways to buy beside the main window. */
  flows?: FlowRules;
  /** How it is sold to companies. */
  groupSale?: GroupSale;
  maxInsuredPerOrder: number;
  tel: string;
  serviceUrl: string;
  technologyCompany: readonly Company[];
  brokerCompany: readonly Company[];
  insuranceCompany: readonly Company[];
  subCompany: readonly Company[];
  appId: string;
  testAppId: string;
  shareTitle: string;
  shareDesc: string;
  shareImgUrl: string;
  theme: Theme;
  payList: readonly PaymentOption[];
  aliPayList: readonly PaymentOption[];
  recordFilingCode: string;
  recordFilingName: string;
  recordFilingOrganisation: string;
  benefits: readonly Benefit[];
}

/** The plan of a code, the only plan when no code is given, or null. */
export function planOf(edition: Pick<Edition, 'plans'>, planCode?: string): Plan | null {
  if (planCode === undefined) return edition.plans.length === 1 ? (edition.plans[0] ?? null) : null;
  return edition.plans.find((plan) => plan.code === planCode) ?? null;
}

/** What a plan of an edition covers. */
export function benefitsOf(
  edition: Pick<Edition, 'benefits'>,
  plan: Pick<Plan, 'benefits'> | null,
): readonly Benefit[] {
  return plan?.benefits ?? edition.benefits;
}

/**
 * The specification's two premium fields, in yuan for display only: the first and the second plan, or the first twice
 * where there is one plan. Throws RangeError for an edition without plans.
 */
export function premiumYuanFields(edition: Pick<Edition, 'plans'>): { premium1: number; premium2: number } {
  const [first, second] = edition.plans;
  if (!first) throw new RangeError('an edition has at least one plan');
  return { premium1: first.premiumFen / 100, premium2: (second ?? first).premiumFen / 100 };
}
