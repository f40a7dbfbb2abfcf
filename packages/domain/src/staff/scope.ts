import type { StaffRole } from '@huimin/contract/vocabulary';

/** Whose data somebody sees: only of these insurers, cities and channels; null is all of them. */
export interface StaffScope {
  readonly insurers: readonly string[] | null;
  readonly cities: readonly string[] | null;
  readonly channels: readonly string[] | null;
}

export const WHOLE_SCOPE: StaffScope = { insurers: null, cities: null, channels: null };

/** Whether somebody sees all there is: what belongs to no city, insurer or channel is for these. */
export const seesEverything = ({ insurers, cities, channels }: StaffScope): boolean =>
  insurers === null && cities === null && channels === null;

/** What a row belongs to; what is left out does not decide. */
export interface ScopedThing {
  readonly insurers?: readonly string[];
  readonly city?: string | null;
  readonly channel?: string | null;
}

/** Whether a thing lies within a scope. A thing of no city or channel is seen only by those who see all of them. */
export function withinScope(scope: StaffScope, thing: ScopedThing): boolean {
  const holds = (allowed: readonly string[] | null, value: string | null | undefined) =>
    value === undefined || allowed === null || (value !== null && allowed.includes(value));
  const { insurers } = thing;
  const insured =
    insurers === undefined || scope.insurers === null || insurers.some((one) => scope.insurers?.includes(one));
  return insured && holds(scope.cities, thing.city) && holds(scope.channels, thing.channel);
}

/** Whether somebody with one scope sees everything that somebody with another one sees. */
export function holdsScope(wide: StaffScope, narrow: StaffScope): boolean {
  const holds = (all: readonly string[] | null, some: readonly string[] | null) =>
    all === null || (some?.every((one) => all.includes(one)) ?? false);
  return (['insurers', 'cities', 'channels'] as const).every((name) => holds(wide[name], narrow[name]));
}

/** What is wrong with a scope for these roles, as a sentence; null when nothing is. */
export function scopeProblem(roles: readonly StaffRole[], scope: StaffScope): string | null {
  const { insurers, cities, channels } = scope;
  if ([insurers, cities, channels].some((list) => list?.length === 0)) return '数据范围不能是空的，看全部请不要限定';
  if (roles.includes('outlet') && cities === null) return '网点要限定城市';
  if (roles.includes('channel') && channels === null) return '渠道要限定渠道';
  return null;
}

/** A scope in words. */
export function scopeText(scope: StaffScope, cityName: (code: string) => string): string {
  const parts = [
    scope.insurers?.join('、'),
    scope.cities ? scope.cities.map(cityName).join('、') : '全省',
    scope.channels ? `渠道 ${scope.channels.join('、')}` : undefined,
  ];
  return parts.filter((part) => part !== undefined).join('，');
}
