import { deviceText } from '@huimin/domain/account';
import { plainAddress } from '../../coordination/plain-address.ts';
import type { CallRequest } from '../../http/handler.ts';
import type { Origin } from './account-events-store.ts';

export function originOf(request: Pick<CallRequest, 'userAgent' | 'clientAddress'>): Origin {
  return { device: deviceText(request.userAgent), address: request.clientAddress };
}

/** The first half of an address: enough to tell home from elsewhere. */
export function maskAddress(address: string): string {
  const plain = plainAddress(address);
  if (/^\d+\.\d+\.\d+\.\d+$/.test(plain)) return `${plain.split('.').slice(0, 2).join('.')}.*.*`;
  return `${plain.split(':').slice(0, 2).join(':')}:*`;
}
