import Type, { type Static } from 'typebox';
import { BeijingTime, PolicyNo } from '../vocabulary/schemas.ts';

export const ServiceBookingNo = Type.String({ pattern: '^JK[0-9]{19}$', description: '健康服务预约编号' });
export const ServiceCode = Type.String({ pattern: '^[0-9A-Za-z-]{1,20}$', description: '服务编号' });
export const WantedDay = Type.String({ pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$', description: '想预约的日期' });

export const HealthServiceView = Type.Object({
  code: ServiceCode,
  group: Type.String(),
  name: Type.String(),
  description: Type.String(),
  audience: Type.String(),
  leastAge: Type.Union([Type.Integer(), Type.Null()]),
  howToBook: Type.String(),
  /** Null: enrolled for once, for the whole year. */
  timesPerYear: Type.Union([Type.Integer(), Type.Null()]),
  leadDays: Type.Integer(),
  provider: Type.String(),
  hotline: Type.String(),
  hours: Type.String(),
  icon: Type.Optional(Type.Enum(['hospital', 'stethoscope', 'nurse', 'magnifier', 'heart', 'check-up'])),
});
export type HealthServiceValue = Static<typeof HealthServiceView>;

export const ServiceBooking = Type.Object({
  serviceBookingNo: ServiceBookingNo,
  serviceCode: ServiceCode,
  serviceName: Type.String(),
  status: Type.Enum(['available', 'booked', 'used', 'expired']),
  statusLabel: Type.String(),
  /** Null for a service of the whole year. */
  wantedOn: Type.Union([Type.String(), Type.Null()]),
  bookedAt: BeijingTime,
  settledAt: Type.Union([BeijingTime, Type.Null()]),
});
export type ServiceBookingValue = Static<typeof ServiceBooking>;

/** One covered person and the services with what is left of them. */
const ServicePerson = Type.Object({
  policyNo: PolicyNo,
  name: Type.String(),
  relationship: Type.String(),
  validDate: Type.String(),
  invalidDate: Type.String(),
  isOpen: Type.Boolean(),
  services: Type.Array(
    Type.Object({
      code: ServiceCode,
      times: Type.Integer(),
      left: Type.Integer(),
      /** Why this person may not use it. */
      whyNot: Type.Union([Type.String(), Type.Null()]),
      firstDay: Type.Union([Type.String(), Type.Null()]),
      lastDay: Type.Union([Type.String(), Type.Null()]),
    }),
  ),
  bookings: Type.Array(ServiceBooking),
});
export type ServicePersonValue = Static<typeof ServicePerson>;

export const ServiceOverview = Type.Object({ people: Type.Array(ServicePerson) });
