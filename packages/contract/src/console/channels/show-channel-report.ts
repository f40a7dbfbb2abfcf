import Type from 'typebox';
import { BeijingTime } from '../../vocabulary/schemas.ts';
import { defineConsoleCall } from '../define-console-call.ts';
import { ChannelFigures, ChannelReportRow, ReportChoice } from './channel-schemas.ts';

/** What channels, agents and shares brought in some days: orders, people, premium, and what went back */
export const showChannelReport = defineConsoleCall({
  name: 'showChannelReport',
  topic: 'console/channels',
  method: 'GET',
  path: '/channel-report',
  summary: 'What channels, agents and shares brought in some days: orders, people, premium, and what went back',
  input: Type.Object(ReportChoice),
  output: Type.Object({
    at: Type.Union([BeijingTime, Type.Null()]),
    rows: Type.Array(ChannelReportRow),
    /** More rows than are shown. */
    isCut: Type.Boolean(),
    sum: ChannelFigures,
    editions: Type.Array(Type.Object({ code: Type.String(), name: Type.String() })),
  }),
  errors: ['bad-input'],
  staff: ['channels.view'],
  title: '看渠道业绩',
  noted: 'nothing',
});
