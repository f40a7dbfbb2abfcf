import Type from 'typebox';
import { defineConsoleCall } from '../define-console-call.ts';
import { ChannelCode, ChannelReason } from './channel-schemas.ts';

/** New orders are put down to a channel or agent again */
export const resumeSaleChannel = defineConsoleCall({
  name: 'resumeSaleChannel',
  topic: 'console/channels',
  method: 'POST',
  path: '/sale-channels/{channelCode}/resume',
  summary: 'New orders are put down to a channel or agent again',
  input: Type.Object({ channelCode: ChannelCode, reason: ChannelReason }),
  output: Type.Object({}),
  errors: ['not-found', 'staff-rule'],
  staff: ['channels.change'],
  title: '恢复渠道或业务员',
  noted: 'change',
});
