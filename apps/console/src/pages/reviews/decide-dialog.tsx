import type { ReviewQueue, ReviewVerdictName, ReviewViewValue } from '@huimin/contract/console';
import { classText } from '@huimin/domain/pre-existing';
import { Radio, Select } from 'antd';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { NumberField } from '../../app/number-field.tsx';
import { numberProblem } from '../../app/number-text.ts';
import { ReasonDialog } from '../../parts/reason-dialog.tsx';
import { VERDICT_WORDS } from './review-words.ts';

interface Props {
  readonly queue: ReviewQueue;
  readonly review: ReviewViewValue;
  readonly verdict: ReviewVerdictName;
  onDone(words: string): void;
  onClose(): void;
}

const CLASSES = ['C1', 'C2', 'C3', 'C4', 'C5', 'C6', 'C7', 'C8', 'C9'];

const CYCLES = { min: 1, max: 24 };
/** In yuan. */
const PRICE = { min: 0.01, max: 1_000_000, places: 2 };

/** Deciding one: what the resident reads, and what else the result needs. */
export function DecideDialog({ queue, review, verdict, onDone, onClose }: Props) {
  const words = VERDICT_WORDS[verdict];
  const [cycles, setCycles] = useState<number | null>(1);
  const [preExisting, setPreExisting] = useState(false);
  const [priceYuan, setPriceYuan] = useState<number | null>(null);
  /** Nothing is chosen before somebody has: '' says that it is none. */
  const [classCode, setClassCode] = useState<string | null>(null);
  const send = async (answer: string) => {
    const { approvalNo } = await call('decideReview', {
      ...{ queue, reviewNo: review.line.reviewNo, verdict, answer },
      ...(verdict === 'approve' ? { cycles: cycles ?? 1, preExisting } : {}),
      ...(verdict === 'collected' && priceYuan !== null ? { priceFen: Math.round(priceYuan * 100) } : {}),
      ...(verdict === 'correct' && classCode ? { classCode } : {}),
    });
    onDone(approvalNo === null ? '已办，本人会看到' : '已提交，等另一个人复核');
  };
  return (
    <ReasonDialog
      title={`${words.label}：${review.line.number}`}
      okText={review.verdicts.find((one) => one.verdict === verdict)?.two ? '提交复核' : words.label}
      label={words.answer}
      least={2}
      onSend={send}
      onClose={onClose}
      problemBefore={() => {
        if (verdict === 'correct' && classCode === null) return '请选更正为什么';
        if (verdict === 'approve' && (cycles === null || numberProblem(cycles, CYCLES) !== null))
          return '请写批几期，1 到 24';
        const wrong = verdict === 'collected' ? numberProblem(priceYuan, PRICE) : null;
        return wrong === null ? null : `实际药价：${wrong}`;
      }}
    >
      <p className="dialog-lead">{words.lead}</p>
      {verdict === 'approve' && (
        <>
          <label className="dialog-field" htmlFor="review-cycles">
            批几期
          </label>
          <NumberField id="review-cycles" limits={CYCLES} value={cycles} onChange={setCycles} style={{ width: 90 }} />
          <fieldset className="review-choice">
            <legend className="dialog-field">按哪个比例</legend>
            <Radio.Group
              value={preExisting}
              onChange={(event) => setPreExisting(event.target.value === true)}
              options={[
                { value: false, label: '正常比例，不属于既往症' },
                { value: true, label: '既往症比例' },
              ]}
            />
          </fieldset>
        </>
      )}
      {verdict === 'collected' && (
        <>
          <label className="dialog-field" htmlFor="review-price">
            实际药价（元，不写就按目录的参考价）
          </label>
          <NumberField
            id="review-price"
            limits={PRICE}
            value={priceYuan}
            onChange={setPriceYuan}
            style={{ width: 160 }}
          />
        </>
      )}
      {verdict === 'correct' && (
        <>
          <label className="dialog-field" htmlFor="review-class">
            更正为
          </label>
          <Select
            id="review-class"
            value={classCode}
            placeholder="请选择"
            onChange={setClassCode}
            style={{ width: 220 }}
            options={[
              { value: '', label: '不属于既往症' },
              ...CLASSES.map((code) => ({ value: code, label: `既往症${classText(code)}` })),
            ]}
          />
        </>
      )}
    </ReasonDialog>
  );
}
