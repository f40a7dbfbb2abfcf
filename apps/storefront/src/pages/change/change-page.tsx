import './change.css';
import { useState } from 'react';
import { calls } from '../../api/calls.ts';
import { useCall } from '../../api/use-call.ts';
import { useQuery } from '../../context/index.ts';
import { Card, inWords, Page, Skeleton } from '../../ui/index.ts';
import { LoadProblem } from '../pay/load-problem.tsx';
import { ChooseOrder } from './choose-order.tsx';
import { InsuredChange } from './insured-change.tsx';
import { PayerChange } from './payer-change.tsx';

/**
 * Changing data after buying. The seven addresses of the payer are one page: what may change is decided by the order,
 * not by the address; without an order it is asked for which.
 */
export default function ChangePage() {
  const [isInsured] = useState(() => /^#\/fixInfoDetail/.test(window.location.hash));
  const title = isInsured ? '修改个人信息' : '修改缴费人信息';
  const query = useQuery();
  const orderNo = query.get('orderNo') ?? '';
  const draftNo = query.get('draftNo');
  const { value, failure, reload } = useCall(
    calls.queryChanges,
    { orderNo, ...(draftNo ? { draftNo } : {}) },
    { overlay: false, quietFailure: true, when: orderNo !== '' },
  );
  if (orderNo === '') return <ChooseOrder title={title} isInsured={isInsured} />;
  if (!value && failure) return <LoadProblem title={title} failure={failure} onReload={reload} />;
  if (!value) {
    return (
      <Page title={inWords(title)}>
        <Card>
          <Skeleton lines={[44, 22, 44, 44]} />
        </Card>
      </Page>
    );
  }
  const Subject = isInsured ? InsuredChange : PayerChange;
  return <Subject title={title} overview={value} reload={reload} />;
}
