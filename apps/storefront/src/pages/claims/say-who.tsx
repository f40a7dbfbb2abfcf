import '../../ui/form.css';
import type { ClaimPersonValue } from '@huimin/contract';
import { beijingDate } from '@huimin/domain/date';
import { checkIdPaper, checkName, filterName, ID_TYPES, nameRuleText } from '@huimin/domain/person';
import { type FormEvent, useState } from 'react';
import { calls } from '../../api/calls.ts';
import { failureText } from '../../api/no-reply-text.ts';
import { useAction } from '../../api/use-action.ts';
import { useProduct, useServerClock } from '../../context/index.ts';
import {
  Bar,
  Button,
  ErrorSummary,
  Field,
  FormProblem,
  IdNumberInput,
  NameInput,
  Page,
  PhoneLink,
  SelectInput,
  TextInput,
} from '../../ui/index.ts';

const IDENTITY_CARD = '01';
const OPTIONS = ID_TYPES.map(({ code, label }) => ({ value: code as string, label }));
/** Who somebody is that has logged in and kept nobody. */
export function SayWho({ title, onSaid }: { title: string; onSaid: (person: ClaimPersonValue) => void }) {
  const { tel } = useProduct();
  const clock = useServerClock();
  const [form, setForm] = useState({ name: '', idType: IDENTITY_CARD, idNumber: '' });
  const [tries, setTries] = useState(0);
  const [problem, setProblem] = useState<string | null>(null);
  const [confirm, confirming] = useAction(calls.confirmClaimPerson, { quietFailure: true });
  const name = checkName(form.idType, form.name);
  const paper = checkIdPaper(form.idType, form.idNumber, { todayBeijing: beijingDate(clock.now()) });
  const set = (part: Partial<typeof form>) => {
    setForm({ ...form, ...part });
    setProblem(null);
  };
  const send = async (event?: FormEvent) => {
    event?.preventDefault();
    setTries(tries + 1);
    if (!name.ok || !paper.ok) return;
    const reply = await confirm(form);
    if (reply.ok) onSaid(reply.value);
    else setProblem(failureText(reply, '您填的内容还在'));
  };
  const wrongName = tries > 0 && !name.ok ? name.message : null;
  const wrongPaper = tries > 0 && !paper.ok ? paper.message : null;
  return (
    <Page
      title={title}
      lead="先填您本人的姓名和证件号码"
      bar={
        <Bar>
          <Button busy={confirming.busy} onPress={() => void send()}>
            查理赔
          </Button>
        </Bar>
      }
    >
      <FormProblem problem={problem} />
      <ErrorSummary
        problems={[
          ...(wrongName ? [{ fieldId: 'claim-name', label: '姓名', message: wrongName }] : []),
          ...(wrongPaper ? [{ fieldId: 'claim-number', label: '证件号码', message: wrongPaper }] : []),
        ]}
        submission={tries}
      />
      <form className="card card-flush mt3" noValidate onSubmit={(event) => void send(event)}>
        {/* Enter sends as the bar's button does. */}
        <button type="submit" hidden />
        <Field id="claim-name" label="姓名" error={wrongName}>
          {(field) => (
            <NameInput
              {...field}
              value={form.name}
              onChange={(text) => set({ name: text })}
              filter={(text, options) => filterName(form.idType, text, options)}
              removedNote={`姓名${nameRuleText(form.idType)}`}
              placeholder="您本人证件上的姓名"
            />
          )}
        </Field>
        <Field id="claim-type" label="证件类型">
          {(field) => (
            <SelectInput
              {...field}
              value={form.idType}
              options={OPTIONS}
              onChange={(idType) => set({ idType, idNumber: '' })}
            />
          )}
        </Field>
        <Field id="claim-number" label="证件号码" error={wrongPaper}>
          {(field) =>
            form.idType === IDENTITY_CARD ? (
              <IdNumberInput {...field} value={form.idNumber} onChange={(idNumber) => set({ idNumber })} />
            ) : (
              <TextInput
                {...field}
                num
                value={form.idNumber}
                onChange={(text) => set({ idNumber: text.replace(/\s/g, '').toUpperCase() })}
                placeholder="证件上的号码"
                maxLength={20}
              />
            )
          }
        </Field>
      </form>
      <p className="note mt4">
        理赔只给本人看：登录的手机号要和报案或参保时留的一致。不一致、或者两个人共用一个手机号的，请打{' '}
        <PhoneLink tel={tel} />
      </p>
    </Page>
  );
}
