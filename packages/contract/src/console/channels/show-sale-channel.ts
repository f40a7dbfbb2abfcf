import Type from 'typebox';
import { defineConsoleCall } from '../define-console-call.ts';
import { ChannelCode, ChannelView } from './channel-schemas.ts';

/** One channel or agent, the addresses that lead through it, and who changed what */
export const showSaleChannel = defineConsoleCall({
  name: 'showSaleChannel',
  topic: 'console/channels',
  method: 'GET',
  path: '/sale-channels/{channelCode}',
  summary: 'One channel or agent, the addresses that lead through it, and who changed what',
  input: Type.Object({ channelCode: ChannelCode }),
  output: ChannelView,
  errors: ['not-found'],
  staff: ['channels.view'],
  title: '看一个渠道或业务员',
  noted: 'nothing',
});
