import { useRef } from 'react';

/** One key for one request, as long as its form is open: pressing twice, or correcting a slip, is the same request. */
export function useChangeKey(): string {
  const key = useRef('');
  if (key.current === '') key.current = crypto.randomUUID().replaceAll('-', '');
  return key.current;
}
