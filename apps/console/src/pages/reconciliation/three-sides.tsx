import type { ReconciliationDayValue } from '@huimin/contract/console';
import { formatYuan } from '@huimin/domain/money';
import { Link } from 'react-router';
import { useSelf } from '../../app/self.tsx';
import { signed } from './signed.ts';

const count = (number: number) => number.toLocaleString('zh-CN');

/** What the three sides came to, each with what it is made of, and what lies between them. */
export function ThreeSides({ view }: { view: ReconciliationDayValue }) {
  const { insurer, payments } = view;
  const { may } = useSelf();
  return (
    <div className="rc-sides">
      <MoneySide title="渠道账单" side="bill" view={view} />
      <Gap fen={payments.gapFen} label="渠道减订单" />
      <MoneySide title="订单" side="book" view={view} />
      {insurer ? (
        <Gap fen={insurer.fen - insurer.ownFen} label="保司减我方承保" />
      ) : (
        <p className="rc-gap">
          <b>—</b>保司减我方承保
        </p>
      )}
      <section className="rc-side" aria-label="保司承保">
        <h2>保司承保</h2>
        {insurer === null ? (
          <p className="note">
            这一天还没有保司的出单文件可比。
            {may('imports.give') && (
              <Link to="/imports?kind=issues" className="rc-way">
                导入出单文件
              </Link>
            )}
          </p>
        ) : (
          <>
            <p className="rc-total">
              <b className="num">{formatYuan(insurer.fen)}</b>
              <span className="num">
                {count(insurer.policies)} 份；我方承保 {count(insurer.ownPolicies)} 份 {formatYuan(insurer.ownFen)}
              </span>
            </p>
            <dl>
              {insurer.shares.map(({ name, fen }) => (
                <Row key={name} name={name} middle="" fen={fen} />
              ))}
            </dl>
          </>
        )}
      </section>
    </div>
  );
}

function Gap({ fen, label }: { fen: number; label: string }) {
  return (
    <p className="rc-gap">
      <b className={`num${fen === 0 ? '' : ' rc-differs'}`}>{signed(fen)}</b>
      {label}
    </p>
  );
}

function MoneySide({ title, side, view }: { title: string; side: 'bill' | 'book'; view: ReconciliationDayValue }) {
  const whole = view[side];
  return (
    <section className="rc-side" aria-label={title}>
      <h2>{title}</h2>
      <p className="rc-total">
        <b className="num">{formatYuan(whole.paymentFen)}</b>
        <span className="num">收款 {count(whole.payments)} 笔</span>
      </p>
      <dl>
        {view.providers.map(({ provider, label, [side]: sums }) => (
          <Row key={provider} name={label} middle={`${count(sums.payments)} 笔`} fen={sums.paymentFen} />
        ))}
        {whole.refunds > 0 && <Row name="退款，另计" middle={`${count(whole.refunds)} 笔`} fen={-whole.refundFen} />}
      </dl>
    </section>
  );
}

function Row({ name, middle, fen }: { name: string; middle: string; fen: number }) {
  return (
    <>
      <dt>{name}</dt>
      <dd className="num">{middle}</dd>
      <dd className="num">{formatYuan(fen)}</dd>
    </>
  );
}
