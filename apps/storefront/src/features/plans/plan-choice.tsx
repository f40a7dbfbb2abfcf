import './plan-choice.css';
import { saidYuan } from '@huimin/domain/money';
import { CheckRow } from '../../ui/index.ts';
import type { Plan } from './chosen-plan.ts';

type Props = {
  plans: readonly Plan[];
  /** Null until one is chosen: none is chosen for anybody. */
  value: string | null;
  onChange: (code: string) => void;
  elder: boolean;
};

/** 选方案: one of several plans, with what the dearer one adds. Nothing where the edition has one. */
export function PlanChoice({ plans, value, onChange, elder }: Props) {
  if (plans.length < 2) return null;
  return (
    <fieldset className="plan-choice card card-flush" id="plan-choice">
      <legend>{elder ? '买哪一种' : '选方案，全家同一种'}</legend>
      {plans.map((plan) => (
        <CheckRow
          key={plan.code}
          type="radio"
          name="plan"
          value={plan.code}
          checked={plan.code === value}
          onChange={() => onChange(plan.code)}
          boxFirst
        >
          <span className="plan-head">
            <b>{plan.name}</b>
            <span className="num">{saidYuan(plan.premiumFen)} 元 / 人</span>
          </span>
          {plan.adds?.map((line) => (
            <span className="plan-adds" key={line}>
              {line}
            </span>
          ))}
        </CheckRow>
      ))}
    </fieldset>
  );
}
