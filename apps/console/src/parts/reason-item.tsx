import { Form, Input } from 'antd';

interface Props {
  /** Said where too little stands there. */
  readonly message?: string;
  readonly autoFocus?: boolean;
}

/** Why something is asked for or changed: the field `reason` of a form. */
export function ReasonItem({ message = '请写原因，至少 4 个字', autoFocus = false }: Props) {
  return (
    <Form.Item name="reason" label="原因" rules={[{ required: true, whitespace: true, min: 4, message }]}>
      <Input.TextArea rows={2} maxLength={200} autoFocus={autoFocus} />
    </Form.Item>
  );
}
