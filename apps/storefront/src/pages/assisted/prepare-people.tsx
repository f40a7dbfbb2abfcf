import type { AssistanceDeskValue } from '@huimin/contract';
import { relationshipLabel, SELF } from '@huimin/domain/order';
import { useState } from 'react';
import { calls } from '../../api/calls.ts';
import { failureText } from '../../api/no-reply-text.ts';
import { useAction } from '../../api/use-action.ts';
import { useCall } from '../../api/use-call.ts';
import { useProduct, useServerClock } from '../../context/index.ts';
import {
  detailsOf,
  emptyMemberForm,
  errorsOf,
  type MemberErrors,
  type MemberField,
  type MemberForm,
  memberProblems,
  stillWrong,
} from '../../features/insured/member-form.ts';
import { PAPER_TYPES } from '../../features/insured/paper-fields.tsx';
import { RegionPicker } from '../../features/region/region-picker.tsx';
import {
  Agree,
  Button,
  Card,
  ErrorSummary,
  FormProblem,
  goToField,
  Section,
  Sheet,
  Tag,
  toast,
} from '../../ui/index.ts';
import { fieldId, MemberFields } from '../insure/member-fields.tsx';

interface Filled {
  readonly form: MemberForm;
  readonly insured: boolean;
}

type Props = { assistance: AssistanceDeskValue; onSent: () => void };

/** What staff fill in for the resident at the counter; nothing is kept on this phone. */
export function PreparePeople({ assistance, onSent }: Props) {
  const product = useProduct();
  const [people, setPeople] = useState<readonly Filled[]>([]);
  const [editing, setEditing] = useState<number | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [send, sending] = useAction(calls.prepareAssistance, { quietFailure: true });
  const insured = people.filter((person) => person.insured).length;
  const hasPayer = people.some(({ form }) => form.relationship === SELF);

  const submit = async () => {
    setProblem(null);
    if (!hasPayer) return setProblem('先填居民本人的信息：付款人要是居民本人');
    if (insured === 0) return setProblem('请选好为谁参保');
    if (insured > product.maxInsuredPerOrder) return setProblem(`一次最多 ${product.maxInsuredPerOrder} 人`);
    const reply = await send({
      assistanceNo: assistance.assistanceNo,
      people: people.map(({ form, insured: isInsured }) => {
        const { consent: _, ...details } = detailsOf(form);
        return { ...details, insured: isInsured };
      }),
    });
    if (!reply.ok) return setProblem(failureText(reply, '没有送到'));
    toast('已送到居民手机', { kind: 'ok' });
    onSent();
  };

  return (
    <Section title={assistance.preparedCount > 0 ? '改信息，再送一次' : '帮居民填信息'}>
      {people.length > 0 && (
        <Card flush>
          {people.map(({ form, insured: isInsured }, index) => (
            <div className="assist-filled" key={`${form.idType}${form.idNumber}`}>
              <span>
                <b data-pii>{form.name}</b>{' '}
                <Tag>{form.relationship === SELF ? '居民本人' : relationshipLabel(form.relationship)}</Tag>
                {!isInsured && <span className="note"> 只付款，不参保</span>}
              </span>
              <Button kind="text" small onPress={() => setEditing(index)} label={`修改：${form.name}的信息`}>
                修改
              </Button>
            </div>
          ))}
        </Card>
      )}
      <div className="buttons mt3">
        <Button kind="neutral" block onPress={() => setEditing(people.length)}>
          {people.length === 0 ? '填居民本人的信息' : '再加一位家人'}
        </Button>
        {people.length > 0 && (
          <Button block busy={sending.busy} onPress={() => void submit()}>
            送到居民手机
          </Button>
        )}
      </div>
      <FormProblem problem={problem} />
      {editing !== null && (
        <PersonSheet
          key={editing}
          first={people[editing] ?? { form: blankForm(hasPayer), insured: true }}
          isNew={editing >= people.length}
          onClose={() => setEditing(null)}
          onKeep={(person) => {
            setPeople([...people.slice(0, editing), person, ...people.slice(editing + 1)]);
            setEditing(null);
          }}
          onRemove={() => {
            setPeople(people.filter((_, place) => place !== editing));
            setEditing(null);
          }}
        />
      )}
    </Section>
  );
}

function blankForm(hasPayer: boolean): MemberForm {
  return { ...emptyMemberForm(null), relationship: hasPayer ? '' : SELF };
}

type SheetProps = {
  first: Filled;
  isNew: boolean;
  onClose: () => void;
  onKeep: (person: Filled) => void;
  onRemove: () => void;
};

function PersonSheet({ first, isNew, onClose, onKeep, onRemove }: SheetProps) {
  const clock = useServerClock();
  const [form, setForm] = useState(first.form);
  const [insured, setInsured] = useState(first.insured);
  const [errors, setErrors] = useState<MemberErrors>({});
  const [submission, setSubmission] = useState(0);
  const [picking, setPicking] = useState(false);
  const idTypes = useCall(calls.dictData, { code: 'id_type' }, { quietFailure: true, overlay: false });
  const found = Object.entries(errors).map(([field, message]) => ({ field, message }));

  // Consent is the resident's, on their own phone.
  const problemsOf = (next: MemberForm) =>
    memberProblems(next, { nowMs: clock.now(), kept: null, consent: true, guardianConsent: true });
  const keep = () => {
    const problems = problemsOf(form);
    setErrors(errorsOf(problems));
    setSubmission(submission + 1);
    const [only, more] = problems;
    if (!only) return onKeep({ form, insured: form.relationship === SELF ? insured : true });
    if (!more) goToField(fieldId(only.field));
  };
  return (
    <Sheet
      open
      title={form.relationship === SELF ? '居民本人' : '家人'}
      onClose={onClose}
      footer={
        <Button block onPress={keep}>
          填好了
        </Button>
      }
    >
      {found.length > 1 && (
        <ErrorSummary
          submission={submission}
          problems={found.map(({ field, message }) => ({ fieldId: fieldId(field as MemberField), message }))}
        />
      )}
      <div className="card card-flush">
        <MemberFields
          form={form}
          errors={errors}
          kept={null}
          idTypes={idTypes.value ?? PAPER_TYPES}
          nowMs={clock.now()}
          doubt={null}
          onChange={(next) => {
            setForm(next);
            setErrors((shown) => stillWrong(shown, problemsOf(next)));
          }}
          onLeave={() => {}}
          onRegion={() => setPicking(true)}
        />
      </div>
      {form.relationship === SELF && (
        <div className="mt3">
          <Agree id="assist-insured" checked={insured} onChange={setInsured}>
            居民自己也参保
          </Agree>
        </div>
      )}
      {!isNew && (
        <div className="center">
          <Button kind="text" small onPress={onRemove}>
            去掉这位
          </Button>
        </div>
      )}
      <RegionPicker
        open={picking}
        chosen={form.regionCode || null}
        onConfirm={(regionCode) => {
          setForm({ ...form, regionCode });
          setErrors(({ regionCode: _, ...rest }) => rest);
          setPicking(false);
        }}
        onClose={() => setPicking(false)}
      />
    </Sheet>
  );
}
