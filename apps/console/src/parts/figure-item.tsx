import { Form } from 'antd';
import type { CSSProperties } from 'react';
import { NumberField } from '../app/number-field.tsx';
import { type NumberLimits, numberProblem } from '../app/number-text.ts';

interface Props {
  readonly name: string | [row: number, field: string];
  readonly label: string;
  /** Said where nothing stands there. */
  readonly missing: string;
  readonly limits: NumberLimits;
  readonly style?: CSSProperties;
}

/** A figure that a form needs, within its limits. */
export function FigureItem({ name, label, missing, limits, style }: Props) {
  const within = {
    async validator(_: unknown, value: number | null | undefined) {
      const problem = numberProblem(value, limits);
      if (problem !== null) throw new Error(problem);
    },
  };
  return (
    <Form.Item name={name} label={label} validateFirst rules={[{ required: true, message: missing }, within]}>
      <NumberField style={style} />
    </Form.Item>
  );
}
