import type { IdentityPurposeValue } from '@huimin/contract';
import { checkIdNumber, checkName, IDENTITY_CARD, idNumberFeedback } from '@huimin/domain/person';
import { type FormEvent, useState } from 'react';
import type { NetworkFailure } from '../../api/network-failure.ts';
import { failureText } from '../../api/no-reply-text.ts';
import { useNavigation, useProduct } from '../../context/index.ts';
import { purposeWords } from '../../features/identity/purpose-words.ts';
import { Bar, Button, Field, goToField, IdNumberInput, NameInput, Notice, Page, PhoneLink } from '../../ui/index.ts';

type Props = {
  purpose: IdentityPurposeValue;
  backTo: string;
  manualTo: string | null;
  /** What the server said to what was sent before. */
  said: string | null;
  isBusy: boolean;
  /** Why the last try got no reply. */
  unsent: NetworkFailure | null;
  onSend: (person: { name: string; idNumber: string }) => void;
};

/** Who is to be checked, where the account does not say it. */
export function WhoForm({ purpose, backTo, manualTo, said, isBusy, unsent, onSend }: Props) {
  const { navigate } = useNavigation();
  const { tel } = useProduct();
  const words = purposeWords(purpose);
  const [name, setName] = useState('');
  const [idNumber, setIdNumber] = useState('');
  const [tried, setTried] = useState(false);
  const named = checkName(IDENTITY_CARD, name);
  const numbered = checkIdNumber(idNumber);
  const feedback = idNumberFeedback(idNumber);
  const send = (event?: FormEvent) => {
    event?.preventDefault();
    setTried(true);
    if (!named.ok) return goToField('who-name');
    if (!numbered.ok) return goToField('who-number');
    onSend({ name: named.normalized, idNumber: numbered.normalized });
  };
  return (
    <Page
      title="核对是不是您本人"
      lead={words.why}
      bar={
        <Bar>
          <Button kind="neutral" onPress={() => navigate(backTo, { replace: true })}>
            {words.leave}
          </Button>
          <Button busy={isBusy} onPress={() => send()}>
            下一步
          </Button>
        </Bar>
      }
    >
      {unsent && (
        <Notice tone="err" alert>
          {failureText(unsent, '还没有开始核对')}
        </Notice>
      )}
      {said !== null && !isBusy && (
        <Notice tone={tried ? 'err' : 'info'} alert={tried}>
          {said}
        </Notice>
      )}
      <form className="card mt3" noValidate onSubmit={send}>
        <Field id="who-name" label="姓名" error={tried && !named.ok ? named.message : null}>
          {(field) => <NameInput {...field} value={name} onChange={setName} placeholder="您本人身份证上的姓名" />}
        </Field>
        <Field id="who-number" label="身份证号" error={tried && !numbered.ok ? numbered.message : null}>
          {(field) => (
            <IdNumberInput
              {...field}
              value={idNumber}
              onChange={setIdNumber}
              good={feedback.tone === 'success' ? feedback.text : null}
            />
          )}
        </Field>
      </form>
      <p className="note mt4">
        只用来核对这一次。没有居民身份证，或者不想在网上核对，可以打 <PhoneLink tel={tel} /> 人工核对。
      </p>
      {manualTo !== null && (
        <div className="center">
          <Button kind="text" small href={`#${manualTo}`}>
            交一份人工核对申请
          </Button>
        </div>
      )}
    </Page>
  );
}
