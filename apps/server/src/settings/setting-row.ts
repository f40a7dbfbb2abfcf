import type { Kind, Listed } from './kinds.ts';
import * as kinds from './kinds.ts';

/** Settings of one group are given together: outside production a group that is not given is filled in by itself. */
export type Group =
  | 'program'
  | 'keys'
  | 'wechat-account'
  | 'wechat-mini'
  | 'wechat-pay'
  | 'wechat-papay'
  | 'alipay'
  | 'unionpay'
  | 'medical-account'
  | 'pre-existing'
  | 'lakala'
  | 'rb'
  | 'tzt'
  | 'smtp'
  | 'paper-signing'
  | 'aliyun-sms'
  | 'tencent-sms'
  | 'tencent-faceid'
  | 'wbface'
  | 'tencent-ocr'
  | 'evidence-s3'
  | 'time-stamps';

/** Groups that may stay open as a whole; what they stand for is then not offered. One given setting needs the others. */
export const OPTIONAL_GROUPS: ReadonlySet<Group> = new Set([
  'wechat-mini',
  'wechat-papay',
  'alipay',
  'unionpay',
  'medical-account',
  'pre-existing',
  'lakala',
  'rb',
  'tencent-faceid',
  'wbface',
  'tencent-ocr',
  'tzt',
  'smtp',
  'paper-signing',
  'evidence-s3',
  'time-stamps',
]);

/** Of these groups only the one that SMS_GATEWAY chooses is needed; the others may stay open. */
export const SMS_GROUPS: Readonly<Record<'aliyun' | 'tencent', Group>> = {
  aliyun: 'aliyun-sms',
  tencent: 'tencent-sms',
};

export type SettingRow<T = unknown> = {
  name: string;
  kind: Kind<T>;
  group: Group;
  /** Used when nothing is given; `undefined` means a value is needed, `null` that the setting may stay open. */
  fallback: T | null | undefined;
  neededInProduction: boolean;
  /** Never printed, and may be given as a file: NAME_FILE holds the path. */
  secret: boolean;
  description: string;
};

type Options<F> = { fallback?: F; neededInProduction?: boolean; secret?: boolean };

export function row<T, F extends T | null = T>(
  group: Group,
  name: string,
  kind: Kind<T>,
  description: string,
  options: Options<F> = {},
): SettingRow<T | F> {
  const { fallback, neededInProduction = false, secret = false } = options;
  return { name, kind, group, fallback, neededInProduction, secret, description };
}

export const needed = { neededInProduction: true };
export const secret = { neededInProduction: true, secret: true };
export const open = { fallback: null };
export const openSecret = { fallback: null, secret: true };

/** Keys of a provider that may stay open. */
export function openKeys<T>(
  group: Group,
  name: string,
  one: Kind<T>,
  description: string,
  options: Options<null> = openSecret,
) {
  return row<Listed<T>, Listed<T> | null>(group, name, kinds.listed(one), description, options);
}
