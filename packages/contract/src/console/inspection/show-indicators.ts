import Type from 'typebox';
import { BeijingTime } from '../../vocabulary/schemas.ts';
import { defineConsoleCall } from '../define-console-call.ts';
import { BeijingDay, Indicator, ShareBy } from './inspection-schemas.ts';

/** Indicators of conduct of a range of days, failures by city, refunds by source; nothing that is made of fewer than ten */
export const showIndicators = defineConsoleCall({
  name: 'showIndicators',
  topic: 'console/inspection',
  method: 'GET',
  path: '/inspection/indicators',
  summary:
    'Indicators of conduct of a range of days, failures by city, refunds by source; nothing that is made of fewer than ten',
  input: Type.Object({ from: Type.Optional(BeijingDay), to: Type.Optional(BeijingDay) }),
  output: Type.Object({
    from: Type.String(),
    to: Type.String(),
    scope: Type.String(),
    /** Until when every change is in the figures; null while they are counted for the first time. */
    at: Type.Union([BeijingTime, Type.Null()]),
    indicators: Type.Array(Indicator),
    failuresByCity: Type.Array(ShareBy),
    refundsBySource: Type.Array(ShareBy),
  }),
  staff: ['inspection.view'],
  title: '看指标',
  noted: 'view',
});
