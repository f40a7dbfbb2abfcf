import './drugs.css';
import { formatYuan } from '@huimin/domain/money';
import type { CoPay } from '@huimin/domain/special-drugs';

type Props = { sum: CoPay; cycleText: string };

/** What one cycle costs, line by line. */
export function CoPaySum({ sum, cycleText }: Props) {
  const { priceFen, deductedFen, baseFen, ratioPercent, paidFen, ownFen, isLimited } = sum;
  return (
    <>
      <dl className="drug-sum num">
        <div>
          <dt>{cycleText}参考价</dt>
          <dd>{formatYuan(priceFen)}</dd>
        </div>
        {deductedFen > 0 && (
          <div>
            <dt>减起付线</dt>
            <dd>- {formatYuan(deductedFen)}</dd>
          </div>
        )}
        <div>
          <dt>
            赔 {formatYuan(baseFen)} × {ratioPercent}%{isLimited && '，到了限额'}
          </dt>
          <dd>{formatYuan(paidFen)}</dd>
        </div>
        <div className="drug-sum-own">
          <dt>这一期您自己付</dt>
          <dd>{formatYuan(ownFen)} 元</dd>
        </div>
      </dl>
      <p className="note mt2">起付线一年只扣一次。以药房结算为准。</p>
    </>
  );
}
