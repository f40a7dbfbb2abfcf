import Type, { type Static } from 'typebox';

export const OutletChannelName = Type.Enum(
  ['branch', 'jsbranch', 'cbc', 'ntbranch', 'czbranch', 'yzbranch', 'sqbranch', 'suqbranch'],
  { description: '网点渠道' },
);
export const CityCode = Type.String({ pattern: '^32(0[1-9]|1[0-3])00$', description: '城市代码' });

export const OutletView = Type.Object({
  code: Type.String(),
  organisation: Type.String(),
  name: Type.String(),
  district: Type.String(),
  address: Type.String(),
  /** As maps in China have it (GCJ-02). */
  longitude: Type.Union([Type.Number(), Type.Null()]),
  latitude: Type.Union([Type.Number(), Type.Null()]),
  phone: Type.String(),
  hours: Type.String(),
  services: Type.Array(Type.Enum(['insure', 'claim', 'change', 'elder'])),
  /** Credited with an order of a resident who chose this outlet. */
  agentCode: Type.Union([Type.String(), Type.Null()]),
});
export type OutletValue = Static<typeof OutletView>;
