import { type StatusTable, statusEntryOf } from '../status/index.ts';

/** Where one of the times stands that a service may be used. */
export type ServiceStatus = 'available' | 'booked' | 'used' | 'expired';

export type ServiceEvent = 'Booked' | 'Cancelled' | 'Used' | 'TimePassed';

/** A cancelled time can be booked again; one that was missed counts as gone. */
export const SERVICE_STATUS_TABLE: StatusTable<ServiceStatus, ServiceEvent> = {
  title: 'Health service',
  entries: [
    { status: 'available', key: 'Available', label: '可用', tone: 'success' },
    { status: 'booked', key: 'Booked', label: '已预约', tone: 'info' },
    { status: 'used', key: 'Used', label: '已使用', tone: 'neutral' },
    { status: 'expired', key: 'Expired', label: '已过期', tone: 'neutral' },
  ],
  initial: ['available'],
  terminal: ['used', 'expired'],
  rows: [
    ['available', 'booked', 'Booked'],
    ['booked', 'available', 'Cancelled'],
    ['booked', 'used', 'Used'],
    ['booked', 'expired', 'TimePassed'],
  ],
};

export function serviceStatusLabel(status: ServiceStatus): string {
  return statusEntryOf(SERVICE_STATUS_TABLE, status)?.label ?? status;
}
