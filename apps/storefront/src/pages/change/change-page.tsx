import { useState } from 'react';
import { useQuery } from '../../context/index.ts';
import { ChooseOrder } from './choose-order.tsx';
import { InsuredChangePage } from './insured-change-page.tsx';
import { PayerChangePage } from './payer-change-page.tsx';

/**
 * Changing data after buying. The seven addresses of the payer are one page: what may change is decided by the order,
 * not by the address; without an order it is asked for which.
 */
export default function ChangePage() {
  const [isInsured] = useState(() => /^#\/fixInfoDetail/.test(window.location.hash));
  const orderNo = useQuery().get('orderNo') ?? '';
  if (orderNo === '') return <ChooseOrder isInsured={isInsured} />;
  return isInsured ? <InsuredChangePage orderNo={orderNo} /> : <PayerChangePage orderNo={orderNo} />;
}
