import '../../ui/form.css';
import type { HealthServiceValue, ServicePersonValue } from '@huimin/contract';
import { formatDotDate } from '@huimin/domain/date';
import { checkPhone } from '@huimin/domain/person';
import { useState } from 'react';
import { calls } from '../../api/calls.ts';
import { createWishKeys } from '../../api/new-client-key.ts';
import { failureText } from '../../api/no-reply-text.ts';
import { useAction } from '../../api/use-action.ts';
import {
  Button,
  DateInput,
  Field,
  FormProblem,
  goToField,
  PhoneInput,
  Sheet,
  TextInput,
  toast,
  typedDay,
} from '../../ui/index.ts';

type Props = {
  service: HealthServiceValue;
  person: ServicePersonValue;
  onClose: () => void;
  onBooked: () => void;
};

/** Asks for the day and a phone, and books. */
export function BookSheet({ service, person, onClose, onBooked }: Props) {
  const hasDay = service.timesPerYear !== null;
  const verb = hasDay ? '预约' : '报名';
  const right = person.services.find(({ code }) => code === service.code);
  const [day, setDay] = useState('');
  const [phone, setPhone] = useState('');
  const [wish, setWish] = useState('');
  const [asked, setAsked] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [book, booking] = useAction(calls.bookHealthService, { quietFailure: true });
  const [keyOf] = useState(() => createWishKeys());
  const first = right?.firstDay ?? '';
  const last = right?.lastDay ?? '';
  const wantedOn = typedDay(day);
  const isWithin = wantedOn !== null && first <= wantedOn && wantedOn <= last;
  const between = hasDay && first && last ? `${formatDotDate(first)} 到 ${formatDotDate(last)}` : '';
  const dayProblem = hasDay && !isWithin ? `请选 ${between} 之间的一天` : null;
  const checked = checkPhone(phone);
  const phoneProblem = checked.ok ? null : checked.message;

  const submit = async () => {
    setAsked(true);
    setProblem(null);
    if (dayProblem) return goToField('service-day');
    if (!checked.ok) return goToField('service-phone');
    const wanted = {
      ...{ policyNo: person.policyNo, serviceCode: service.code, phone: checked.normalized, wish: wish.trim() },
      ...(wantedOn !== null && hasDay ? { wantedOn } : {}),
    };
    const reply = await book({ ...wanted, clientKey: keyOf(wanted) });
    if (!reply.ok) return setProblem(failureText(reply, '没有约上。填的都还在'));
    toast(hasDay ? '约好了' : '已报名', { kind: 'ok' });
    onBooked();
  };
  return (
    <Sheet
      open
      title={`${verb}${service.name}`}
      onClose={onClose}
      footer={
        <Button block busy={booking.busy} onPress={() => void submit()}>
          确认{verb}
        </Button>
      }
    >
      <p className="muted">
        给{person.name}用。{service.howToBook}
      </p>
      {hasDay && (
        <Field id="service-day" label="想哪天用" hint={between} error={asked ? dayProblem : null}>
          {(field) => (
            <DateInput
              {...field}
              what="日期"
              value={day}
              onChange={setDay}
              min={first}
              max={last}
              placeholder={`例如 ${first}`}
            />
          )}
        </Field>
      )}
      <Field
        id="service-phone"
        label="联系电话"
        hint={`${service.provider}按这个电话联系您`}
        error={asked ? phoneProblem : null}
      >
        {(field) => <PhoneInput {...field} value={phone} onChange={setPhone} />}
      </Field>
      <Field id="service-wish" label="想说明的事" optional>
        {(field) => <TextInput {...field} value={wish} onChange={setWish} maxLength={100} />}
      </Field>
      <FormProblem problem={problem} />
    </Sheet>
  );
}
