import Type, { type Static } from 'typebox';
import { BeijingTime } from '../../vocabulary/schemas.ts';

/** A page of a partner, something in the medical-insurance app, or a partner's page that gets a sealed token. */
export const ExitKind = Type.Enum(['partner-page', 'medical-app', 'token'], { description: '哪一种外部去处' });
export type ExitKindName = Static<typeof ExitKind>;
export const ExitCode = Type.String({
  pattern: '^[a-z0-9-]{2,30}$',
  description: '代码，2 到 30 位小写字母、数字和 -',
});

const OneLine = (minLength: number, maxLength: number, description: string) =>
  Type.String({ minLength, maxLength, pattern: '^[^\\u0000-\\u001f]*\\S[^\\u0000-\\u001f]*$', description });

/** What is kept of one; which of it a kind has is said where it is checked. */
export const ExitWords = {
  name: OneLine(2, 30, '名称，2 到 30 个字'),
  isActive: Type.Boolean({ description: '开着没有' }),
  url: Type.Optional(Type.String({ minLength: 8, maxLength: 300, description: '页面地址' })),
  productCode: Type.Optional(Type.String({ pattern: '^[0-9A-Za-z_-]{1,40}$', description: '对方的产品代码' })),
  note: Type.Optional(OneLine(2, 40, '说明，2 到 40 个字')),
  lifeSeconds: Type.Optional(Type.Integer({ minimum: 30, maximum: 600, description: '令牌有效的秒数，30 到 600' })),
};

export const ExitLine = Type.Object({
  exitKind: ExitKind,
  exitCode: Type.String(),
  ...ExitWords,
  changedBy: Type.String(),
  changedAt: BeijingTime,
});
export type ExitLineValue = Static<typeof ExitLine>;
