import { checkPhone } from '@huimin/domain/person';
import { type FormEvent, useState } from 'react';
import { calls } from '../../api/calls.ts';
import { noReplyText } from '../../api/no-reply-text.ts';
import { useAction } from '../../api/use-action.ts';
import { codeProblem } from '../../features/account/code-problem.ts';
import { keepTicket } from '../../features/booking/kept-ticket.ts';
import { Button, Card, FormProblem, goToField, Page } from '../../ui/index.ts';
import { LogInButton } from '../pay/load-problem.tsx';
import { ProofFields } from './proof-fields.tsx';

type Problems = { phone?: string | undefined; code?: string | undefined };

/** Whose bookings are looked for: by a code to the phone, or by the login. */
export function ShowPhone({ title, onShown }: { title: string; onShown: () => void }) {
  const [proof, setProof] = useState({ phone: '', code: '' });
  const [problems, setProblems] = useState<Problems>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [prove, proving] = useAction(calls.proveBookingPhone, { quietFailure: true });
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setFailure(null);
    const phone = checkPhone(proof.phone);
    const found: Problems = { phone: phone.ok ? undefined : phone.message, code: codeProblem(proof.code) };
    setProblems(found);
    if (found.phone) return goToField('shown-phone');
    if (found.code) return goToField('shown-code');
    const reply = await prove(proof);
    if (reply.ok) {
      keepTicket(reply.value.ticket);
      return onShown();
    }
    if (reply.name === 'no-reply') return setFailure(noReplyText(reply));
    if (reply.name !== 'sms-code-wrong' && reply.name !== 'sms-code-expired') return setFailure(reply.message);
    setProblems({ code: reply.message });
    goToField('shown-code');
  };
  return (
    <Page title={title} lead="用预约时留的手机号查">
      <form noValidate onSubmit={(event) => void submit(event)}>
        <Card flush>
          <ProofFields
            idPrefix="shown"
            hint="验证码发到这个手机号"
            value={proof}
            problems={problems}
            onChange={(next) => {
              setProof(next);
              setProblems({});
            }}
            onProblem={(field, message) => setProblems((shown) => ({ ...shown, [field]: message ?? undefined }))}
          />
        </Card>
        <FormProblem problem={failure} />
        <div className="buttons mt3">
          <Button type="submit" block busy={proving.busy}>
            查询
          </Button>
          <LogInButton block kind="neutral" />
        </div>
      </form>
    </Page>
  );
}
