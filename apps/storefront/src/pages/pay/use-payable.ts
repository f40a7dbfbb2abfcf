import { useEffect, useState } from 'react';
import { useServerClock } from '../../context/index.ts';
import { payableForMs } from '../../features/payment/payment-screens.ts';

/** Whether a payment of this order can be started now; turns false by itself when the time is over. */
export function usePayable(order: { expiresAtMs: number } | null): boolean {
  const clock = useServerClock();
  const forMs = order ? payableForMs(order, clock.now()) : 0;
  const [, setPassed] = useState(0);
  useEffect(() => {
    if (forMs <= 0) return;
    const timer = setTimeout(() => setPassed((before) => before + 1), forMs);
    return () => clearTimeout(timer);
  }, [forMs]);
  return forMs > 0;
}
