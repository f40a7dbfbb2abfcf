import { useQuery } from '../../context/index.ts';

/** The order that the address names, or an empty text. */
export function useOrderNo(): string {
  return useQuery().get('orderNo') ?? '';
}
