import Type, { type Static } from 'typebox';
import { DICTIONARY_CODES } from '../../vocabulary/index.ts';
import { BeijingTime } from '../../vocabulary/schemas.ts';

export const DictionaryName = Type.Enum([...DICTIONARY_CODES], { description: '哪个字典' });

export const DictionaryEntryView = Type.Object({
  value: Type.String({ pattern: '^[0-9A-Za-z_-]{1,40}$', description: '编码' }),
  label: Type.String({ minLength: 1, maxLength: 40, pattern: '^[^\\u0000-\\u001f]+$', description: '居民看到的字' }),
  isOffered: Type.Boolean(),
});
export type DictionaryEntryValue = Static<typeof DictionaryEntryView>;

export const DictionaryLine = Type.Object({
  dictionary: DictionaryName,
  title: Type.String(),
  shownAt: Type.String(),
  /** Whether operators decide about its words; otherwise the program does. */
  isOurs: Type.Boolean(),
  why: Type.String(),
  entries: Type.Integer(),
  offered: Type.Integer(),
  version: Type.Integer(),
  changedAt: Type.Union([BeijingTime, Type.Null()]),
  isWaiting: Type.Boolean(),
});
export type DictionaryLineValue = Static<typeof DictionaryLine>;

export const DictionaryVersionView = Type.Object({
  version: Type.Integer(),
  status: Type.Enum(['waiting', 'current', 'former']),
  entries: Type.Array(DictionaryEntryView),
  /** What was different from the version before it. */
  differences: Type.Array(Type.String()),
  reason: Type.String(),
  writtenBy: Type.String(),
  writtenAt: BeijingTime,
  approvedBy: Type.Union([Type.String(), Type.Null()]),
  approvedAt: Type.Union([BeijingTime, Type.Null()]),
  /** The request by which it waits. */
  approvalNo: Type.Union([Type.String(), Type.Null()]),
  mayDecide: Type.Boolean(),
});
export type DictionaryVersionValue = Static<typeof DictionaryVersionView>;
