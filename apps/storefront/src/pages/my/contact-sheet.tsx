import type { ContactDataValue } from '@huimin/contract';
import { type ContactField, checkContact } from '@huimin/domain/account';
import { useState } from 'react';
import { calls } from '../../api/calls.ts';
import { fieldProblems } from '../../api/field-problems.ts';
import { failureText } from '../../api/no-reply-text.ts';
import { useAction } from '../../api/use-action.ts';
import { Button, Field, FormProblem, goToField, Sheet, TextInput, toast } from '../../ui/index.ts';

type Props = { contact: ContactDataValue; onClose: () => void; onSaved: () => void };

const FIELDS = [
  { field: 'nickname', label: '称呼', hint: '页面上怎么称呼您', autoComplete: 'nickname', inputMode: 'text' },
  { field: 'email', label: '邮箱', hint: '例如 name@example.cn', autoComplete: 'email', inputMode: 'email' },
  { field: 'address', label: '地址', hint: '写到街道和门牌号', autoComplete: 'street-address', inputMode: 'text' },
] as const;

/** The resident's own contact data. What is emptied is removed. */
export function ContactSheet({ contact, onClose, onSaved }: Props) {
  const [form, setForm] = useState<Record<ContactField, string>>({
    nickname: contact.nickname ?? '',
    email: contact.email ?? '',
    address: contact.address ?? '',
  });
  const [problems, setProblems] = useState<Partial<Record<ContactField, string>>>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [update, updating] = useAction(calls.updateProfile, { quietFailure: true });
  const say = (found: typeof problems) => {
    setProblems(found);
    const first = FIELDS.find(({ field }) => found[field]);
    if (first) goToField(`contact-${first.field}`);
    return first !== undefined;
  };
  const save = async () => {
    setFailure(null);
    const found = Object.fromEntries(
      FIELDS.flatMap(({ field }) => {
        const check = checkContact(field, form[field]);
        return check.ok ? [] : [[field, check.message]];
      }),
    );
    if (say(found)) return;
    const reply = await update(form);
    if (reply.ok) {
      toast('已保存', { kind: 'ok' });
      return onSaved();
    }
    if (reply.name === 'not-logged-in') return;
    const refused = reply.name === 'no-reply' ? [] : fieldProblems(reply.result);
    const named = Object.fromEntries(refused.map(({ path, message }) => [path, message]));
    // What is about none of the fields has no other place where it is said.
    if (!say(named)) setFailure(failureText(reply, '没有保存'));
  };
  return (
    <Sheet
      open
      title="联系信息"
      onClose={onClose}
      footer={
        <Button block busy={updating.busy} onPress={() => void save()}>
          保存
        </Button>
      }
    >
      <p className="muted">都可以不填。只给您自己看，不会改订单上的联系方式。</p>
      {FIELDS.map(({ field, label, hint, ...input }) => (
        <Field key={field} id={`contact-${field}`} label={label} optional hint={hint} error={problems[field]}>
          {(props) => (
            <TextInput
              {...props}
              {...input}
              value={form[field]}
              onChange={(value) => {
                setForm((before) => ({ ...before, [field]: value }));
                setProblems((before) => ({ ...before, [field]: undefined }));
              }}
            />
          )}
        </Field>
      ))}
      <FormProblem problem={failure} />
    </Sheet>
  );
}
