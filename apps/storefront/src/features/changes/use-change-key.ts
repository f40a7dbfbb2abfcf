import { useRef } from 'react';
import { newClientKey } from '../../api/new-client-key.ts';

/** One key for one request, as long as its form is open: pressing twice, or correcting a slip, is the same request. */
export function useChangeKey(): string {
  const key = useRef('');
  if (key.current === '') key.current = newClientKey();
  return key.current;
}
