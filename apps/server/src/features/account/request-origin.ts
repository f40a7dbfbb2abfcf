import { deviceText } from '@huimin/domain/account';
import type { CallRequest } from '../../http/handler.ts';
import type { Origin } from './account-events-store.ts';

export function originOf(request: Pick<CallRequest, 'userAgent' | 'clientAddress'>): Origin {
  return { device: deviceText(request.userAgent), address: request.clientAddress };
}

/** The first half of an address: enough to tell home from elsewhere. */
export function maskAddress(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address;
  if (/^\d+\.\d+\.\d+\.\d+$/.test(mapped)) return `${mapped.split('.').slice(0, 2).join('.')}.*.*`;
  return `${mapped.split(':').slice(0, 2).join(':')}:*`;
}
