import type { MoneyStepValue, MoneyStoryValue } from '@huimin/contract/console';
import { formatYuan } from '@huimin/domain/money';
import { Icon } from '../app/icon.tsx';
import './parts.css';
import { shortTimeSeconds } from './when.ts';

/** Money by three books: what the channel holds, what the order says, what the insurer has. */
export function ThreeBooks({ money }: { money: MoneyStoryValue }) {
  const { channelFen, orderFen, insurerFen } = money;
  return (
    <div className="three-books">
      <span>
        渠道<b>{formatYuan(channelFen)}</b>
      </span>
      <Gap of={channelFen - orderFen} />
      <span>
        订单<b>{formatYuan(orderFen)}</b>
      </span>
      <Gap of={orderFen - insurerFen} />
      <span>
        保司<b>{formatYuan(insurerFen)}</b>
      </span>
    </div>
  );
}

function Gap({ of }: { of: number }) {
  if (of !== 0) return <em className="books-differ">差 {formatYuan(Math.abs(of))}</em>;
  return (
    <em className="books-same">
      <span aria-hidden="true">＝</span>
      <span className="sr-only">相等</span>
    </em>
  );
}

/** Whether the channel and the order agree, for a heading. */
export function BooksAgree({ money }: { money: MoneyStoryValue }) {
  const same = money.channelFen === money.orderFen;
  return (
    <span className={`state state-${same ? 'good' : 'warn'}`}>
      <Icon name={same ? 'check' : 'info'} size={16} />
      {same ? '渠道与订单一致' : '渠道与订单不一致'}
    </span>
  );
}

/** What happened to the money, oldest first, and what is to come. */
export function MoneyTimeline({ steps }: { steps: readonly MoneyStepValue[] }) {
  return (
    <ol className="money-steps">
      {steps.map((step, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the steps of one story stand in one order
        <li key={index} className={`money-step step-${step.mark}`}>
          <b>{step.title}</b>
          {step.at !== null && <span className="num">{shortTimeSeconds(step.at)}</span>}
          {step.note !== null && <small>{step.note}</small>}
          {step.latest !== null && <small>最晚 {step.latest}</small>}
        </li>
      ))}
    </ol>
  );
}
