import Type, { type Static } from 'typebox';
import { ServiceBookingNo } from '../../health-services/health-service-schemas.ts';
import { BeijingTime } from '../../vocabulary/schemas.ts';

const Text = Type.String();

/** A booking in the list: neither who nor what, since some services tell of an illness. */
export const ServiceBookingLine = Type.Object({
  serviceBookingNo: ServiceBookingNo,
  edition: Text,
  cityText: Text,
  wantedOn: Type.Union([Text, Type.Null()]),
  bookedAt: BeijingTime,
  status: Type.Enum(['available', 'booked', 'used', 'expired']),
  statusLabel: Text,
});
export type ServiceBookingLineValue = Static<typeof ServiceBookingLine>;
