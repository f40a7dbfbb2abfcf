import Type from 'typebox';
import { defineConsoleCall } from '../define-console-call.ts';
import { ChannelCode, ChannelKindName, ChannelReason } from './channel-schemas.ts';

const Plain = (minLength: number, maxLength: number, description: string) =>
  Type.String({ minLength, maxLength, pattern: '^[^\\u0000-\\u001f]*\\S[^\\u0000-\\u001f]*$', description });

/** Adds a channel or agent, or changes one; its code and kind stay */
export const keepSaleChannel = defineConsoleCall({
  name: 'keepSaleChannel',
  topic: 'console/channels',
  method: 'POST',
  path: '/sale-channels/{channelCode}',
  summary: 'Adds a channel or agent, or changes one; its code and kind stay',
  input: Type.Object({
    channelCode: ChannelCode,
    channelKind: ChannelKindName,
    name: Plain(2, 40, '名称，2 到 40 个字'),
    parentCode: Type.Optional(ChannelCode),
    licenceNo: Type.Optional(Type.String({ pattern: '^[0-9A-Z]{10,30}$', description: '执业登记编号' })),
    licenceUntil: Type.Optional(Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$', description: '登记有效到' })),
    /** Whether it is to be a new one. */
    isNew: Type.Boolean(),
    /** What was shown when somebody began to change it: refused where it is another by now. */
    former: Type.Optional(
      Type.Object({
        name: Type.String(),
        parentCode: Type.Union([Type.String(), Type.Null()]),
        licenceNo: Type.Union([Type.String(), Type.Null()]),
        licenceUntil: Type.Union([Type.String(), Type.Null()]),
      }),
    ),
    reason: ChannelReason,
  }),
  output: Type.Object({}),
  errors: ['bad-input', 'staff-rule', 'not-found'],
  staff: ['channels.change'],
  title: '加或改渠道、业务员',
  noted: 'change',
});
