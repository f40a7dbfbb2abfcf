import Type, { type Static } from 'typebox';

export const AssistantNo = Type.String({
  pattern: '^[0-9A-Za-z-]{2,20}$',
  description: '工号，2 到 20 位字母、数字和 -',
});
export const AssistantOutlet = Type.String({ pattern: '^[0-9A-Za-z-]{2,20}$', description: '网点编号' });
export const AssistantAgent = Type.String({ pattern: '^[0-9A-Za-z_-]{1,64}$', description: '业务员代码' });

/** Who may help residents at an outlet to fill in. */
export const OutletAssistant = Type.Object({
  assistantNo: Type.String(),
  name: Type.String(),
  phoneMasked: Type.String(),
  /** Null of those kept before there was a list of outlets. */
  outletCode: Type.Union([Type.String(), Type.Null()]),
  outletName: Type.String(),
  cityText: Type.String(),
  /** The person's own; null: that of the outlet counts. */
  ownAgentCode: Type.Union([Type.String(), Type.Null()]),
  /** What orders are credited to. */
  agentCode: Type.Union([Type.String(), Type.Null()]),
  isActive: Type.Boolean(),
  mayChange: Type.Boolean(),
});
export type OutletAssistantValue = Static<typeof OutletAssistant>;
