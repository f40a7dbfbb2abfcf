import type { ContactDataValue } from '@huimin/contract';
import { type ContactField, checkContact } from '@huimin/domain/account';
import { useState } from 'react';
import { calls } from '../../api/calls.ts';
import { useAction } from '../../api/use-action.ts';
import { Button, Field, goToField, Sheet, TextInput, toast } from '../../ui/index.ts';

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
  const [update, updating] = useAction(calls.updateProfile, { quietFailure: true });
  const say = (found: typeof problems) => {
    setProblems(found);
    const first = FIELDS.find(({ field }) => found[field]);
    if (first) goToField(`contact-${first.field}`);
    return first !== undefined;
  };
  const save = async () => {
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
    if (reply.name === 'no-reply') return void say({ nickname: '没有连上，请检查网络后再试' });
    const fields = (reply.result as { fields?: { path: string; message: string }[] } | null)?.fields ?? [];
    say(Object.fromEntries(fields.map(({ path, message }) => [path, message])));
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
    </Sheet>
  );
}
