import { Field, TextInput } from '../../ui/index.ts';

type Props = { value: string; error: string | undefined; onChange: (value: string) => void };

export const STATEMENT_FIELD = 'statement';

/** What is wrong with a statement, or nothing. */
export function statementProblem(text: string): string | undefined {
  return Array.from(text.trim()).length >= 2 ? undefined : '请简单说一下原因，例如：旧手机丢了';
}

export function StatementField({ value, error, onChange }: Props) {
  return (
    <Field id={STATEMENT_FIELD} label="为什么收不到原手机号的短信" hint="一两句话就可以，不要写身份证号" error={error}>
      {(field) => (
        <TextInput
          {...field}
          value={value}
          onChange={onChange}
          maxLength={200}
          placeholder="例如：旧手机丢了，号码停了"
        />
      )}
    </Field>
  );
}

/** What happens with a request that people decide; true to the letter, since both phones are told so. */
export function HowItGoesOn() {
  return (
    <ol className="way-steps">
      <li>工作人员打电话核对，用不着人脸</li>
      <li>核对通过后，原手机号会收到短信，48 小时内可以撤回</li>
      <li>48 小时后新手机号生效，我们发短信告诉您</li>
    </ol>
  );
}
