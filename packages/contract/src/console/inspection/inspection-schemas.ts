import Type, { type Static } from 'typebox';
import { BeijingTime, OrderNo } from '../../vocabulary/schemas.ts';

export const BeijingDay = Type.String({ pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$', description: '日期' });
export const SampleNo = Type.String({ pattern: '^[1-9][0-9]{0,8}$', description: '抽样编号' });
export const Seed = Type.String({ pattern: '^[0-9A-Za-z-]{4,40}$', description: '抽样种子' });

/** One figure of conduct with what it is held against. */
export const Indicator = Type.Object({
  name: Type.String(),
  /** With its unit; — where there is too little to say. */
  value: Type.String(),
  standing: Type.Enum(['good', 'warn', 'none']),
  /** The limit, or what it is compared with. */
  note: Type.String(),
  /** How it is counted. */
  counted: Type.String(),
});
export type IndicatorValue = Static<typeof Indicator>;

/** A share of something by place or way; those made of too few are left out. */
export const ShareBy = Type.Object({ name: Type.String(), share: Type.Number() });
export type ShareByValue = Static<typeof ShareBy>;

export const SampleLine = Type.Object({
  sampleNo: SampleNo,
  drawnAt: BeijingTime,
  by: Type.String(),
  seed: Type.String(),
  from: Type.String(),
  to: Type.String(),
  population: Type.Integer(),
  size: Type.Integer(),
  /** How it was drawn. 1: the smallest hashes over seed and order number; 2: places in the list, by hashes over seed and 1, 2, 3 … */
  method: Type.Enum([1, 2]),
});
export type SampleLineValue = Static<typeof SampleLine>;

/** One order of a sample, without its people. */
export const SampledOrder = Type.Object({
  place: Type.Integer(),
  orderNo: OrderNo,
  /** By what it came out: SHA-256 over seed and order number (method 1), or its place in the list (method 2). */
  drawnBy: Type.String(),
  paidOn: Type.String(),
  city: Type.String(),
  method: Type.String(),
  verdict: Type.Enum([
    'intact',
    'gaps',
    'altered',
    'incomplete',
    'unrecorded',
    'erased',
    'unchecked',
    'unsealed',
    'no-page',
  ]),
  verdictLabel: Type.String(),
  tone: Type.Enum(['success', 'warn', 'error', 'info', 'neutral']),
  /** '' where there is none. */
  trace: Type.String(),
  gaps: Type.Integer(),
  /** For how long the clauses were open; null where nothing tells. */
  dwellMs: Type.Union([Type.Integer(), Type.Null()]),
  shortDwell: Type.Boolean(),
});
export type SampledOrderValue = Static<typeof SampledOrder>;
