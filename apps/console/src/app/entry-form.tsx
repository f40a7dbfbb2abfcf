import { Form, type FormProps } from 'antd';
import type { ReactNode } from 'react';

type Props<Values> = Omit<FormProps<Values>, 'children'> & { readonly children: ReactNode };

/** Whether what was changed has something under this name. */
const isIn = (changed: unknown, [first, ...rest]: readonly (string | number)[]): boolean =>
  first === undefined ||
  (typeof changed === 'object' && changed !== null && first in changed && isIn(Reflect.get(changed, first), rest));

/**
 * A form that is filled in and sent. What is wrong is said when it is sent: at the first letter every word is too short. From
 * then on a field that was wrong is looked at as it is typed, so that what is said goes as soon as it is right.
 */
export function EntryForm<Values>({ form: given, onValuesChange, children, ...props }: Props<Values>) {
  const [form] = Form.useForm<Values>(given);
  return (
    <Form<Values>
      form={form}
      layout="vertical"
      requiredMark={false}
      validateTrigger={[]}
      onValuesChange={(changed, values) => {
        const wrong = form.getFieldsError().filter(({ name, errors }) => errors.length > 0 && isIn(changed, name));
        if (wrong.length > 0) form.validateFields(wrong.map(({ name }) => name) as never).catch(() => {});
        onValuesChange?.(changed, values);
      }}
      {...props}
    >
      {children}
    </Form>
  );
}
