import { useState } from 'react';
import RefundConfirmPage from './refund-confirm-page.tsx';
import RefundReasonPage from './refund-reason-page.tsx';

/** Both steps of a refund in one chunk: they follow each other, and every chunk's name is part of the first script. */
export default function RefundPage() {
  const [confirming] = useState(() => /^#\/refund-(confirm|step2)/.test(window.location.hash));
  return confirming ? <RefundConfirmPage /> : <RefundReasonPage />;
}
