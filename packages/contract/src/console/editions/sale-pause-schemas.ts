import Type, { type Static } from 'typebox';
import { BeijingTime } from '../../vocabulary/schemas.ts';

export const PauseNo = Type.String({ pattern: '^[0-9]{1,18}$', description: '暂停的编号' });

export const SalePauseLine = Type.Object({
  pauseNo: PauseNo,
  edition: Type.String(),
  editionName: Type.String(),
  /** Null: the whole province. */
  city: Type.Union([Type.String(), Type.Null()]),
  place: Type.String(),
  reason: Type.String(),
  residentText: Type.String(),
  expectedUntil: Type.Union([BeijingTime, Type.Null()]),
  begunAt: BeijingTime,
  begunBy: Type.String(),
  /** Null: it stands still. */
  ended: Type.Union([Type.Object({ at: BeijingTime, by: Type.String(), reason: Type.String() }), Type.Null()]),
});
export type SalePauseLineValue = Static<typeof SalePauseLine>;
