import Type from 'typebox';
import { defineConsoleCall } from '../define-console-call.ts';
import { ChannelCode, ChannelReason } from './channel-schemas.ts';

/** No new order is put down to a channel or agent; those before stay as they are */
export const stopSaleChannel = defineConsoleCall({
  name: 'stopSaleChannel',
  topic: 'console/channels',
  method: 'POST',
  path: '/sale-channels/{channelCode}/stop',
  summary: 'No new order is put down to a channel or agent; those before stay as they are',
  input: Type.Object({ channelCode: ChannelCode, reason: ChannelReason }),
  output: Type.Object({}),
  errors: ['not-found', 'staff-rule'],
  staff: ['channels.change'],
  title: '停用渠道或业务员',
  noted: 'change',
});
