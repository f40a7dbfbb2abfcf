import Type from 'typebox';
import { defineConsoleCall } from '../define-console-call.ts';
import { Reason } from '../staff/staff-schemas.ts';
import { AssistantAgent, AssistantNo, AssistantOutlet } from './outlet-assistant-schemas.ts';

/** Adds somebody who helps at an outlet, changes what is kept of them, or lets them help no more; their number stays */
export const keepOutletAssistant = defineConsoleCall({
  name: 'keepOutletAssistant',
  topic: 'console/catalogue',
  method: 'POST',
  path: '/outlet-assistants/{assistantNo}',
  summary:
    'Adds somebody who helps at an outlet, changes what is kept of them, or lets them help no more; their number stays',
  input: Type.Object({
    assistantNo: AssistantNo,
    isNew: Type.Boolean({ description: '是新加的' }),
    name: Type.String({ minLength: 1, maxLength: 30, pattern: '^[^\\u0000-\\u001f]*\\S[^\\u0000-\\u001f]*$' }),
    /** Left out: the one that is kept stays. */
    phone: Type.Optional(Type.String({ pattern: '^1[0-9]{10}$', description: '手机号，登录用' })),
    outletCode: AssistantOutlet,
    /** Left out: that of the outlet counts. */
    agentCode: Type.Optional(AssistantAgent),
    /** What was shown when somebody began to change it: refused where it is another by now. */
    former: Type.Optional(
      Type.Object({
        name: Type.String(),
        phoneMasked: Type.String(),
        outletCode: Type.Union([Type.String(), Type.Null()]),
        ownAgentCode: Type.Union([Type.String(), Type.Null()]),
        isActive: Type.Boolean(),
      }),
    ),
    isActive: Type.Boolean({ description: '能不能协助' }),
    reason: Reason,
  }),
  output: Type.Object({}),
  errors: ['bad-input', 'not-found', 'staff-rule'],
  staff: ['assistants.change'],
  title: '加或改网点协助人员',
  noted: 'change',
});
