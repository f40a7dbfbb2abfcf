import './change.css';
import '../../ui/form.css';
import type { ChangeOverviewValue, ChangePlanValue } from '@huimin/contract';
import { beijingDate, parseDate } from '@huimin/domain/date';
import { relationshipLabel, SELF } from '@huimin/domain/order';
import { IDENTITY_CARD, idNumberFeedback } from '@huimin/domain/person';
import { regionDisplayText } from '@huimin/domain/region';
import { useState } from 'react';
import { calls } from '../../api/calls.ts';
import { useAction } from '../../api/use-action.ts';
import { useServerClock } from '../../context/index.ts';
import { useHalfFilled } from '../../context/use-half-filled.ts';
import { whenText } from '../../features/changes/change-words.ts';
import { type ChangeForm, emptyChangeForm, HALF_FILLED_CHANGE } from '../../features/changes/half-filled-change.ts';
import { useChangeKey } from '../../features/changes/use-change-key.ts';
import { PAPER_TYPES, PaperNameInput, PaperNumberInput } from '../../features/insured/paper-fields.tsx';
import { RegionPicker } from '../../features/region/region-picker.tsx';
import {
  Bar,
  Button,
  Card,
  DateInput,
  ErrorSummary,
  Field,
  FormProblem,
  goToField,
  inWords,
  LongNumber,
  Monogram,
  Notice,
  Page,
  PhoneInput,
  RadioChips,
  Row,
  SelectInput,
  Skeleton,
  Tag,
} from '../../ui/index.ts';
import { ChangeConfirm } from './change-confirm.tsx';
import { problemsOf } from './change-refusal.ts';

type Person = ChangeOverviewValue['people'][number];
type Props = {
  overview: ChangeOverviewValue;
  /** Null: the payer. */
  person: Person | null;
  onBack: () => void;
  onDone: (changeNo: string) => void;
};

const SEXES = [
  { value: 'm', label: '男' },
  { value: 'f', label: '女' },
] as const;
const LABELS: Readonly<Record<string, string>> = {
  name: '姓名',
  idType: '证件类型',
  idNumber: '证件号码',
  birthDate: '出生日期',
  sex: '性别',
  phone: '手机号',
  regionCode: '医保所在地',
  reason: '原因',
};

/** Who somebody is, and what is changed along with it: filled in, checked by the server, then confirmed. */
export function IdentityChange({ overview, person, onBack, onDone }: Props) {
  const clientKey = useChangeKey();
  const now = person ?? overview.payer;
  const isSelf = person?.relationship === SELF;
  const [blank] = useState(() => emptyChangeForm(now.idType));
  const subject = `${overview.orderNo} ${person?.policyNo ?? 'payer'}`;
  const { form, restored, change, discard } = useHalfFilled(HALF_FILLED_CHANGE, subject, blank);
  const [picking, setPicking] = useState(false);
  const [problems, setProblems] = useState<Record<string, string>>({});
  const [submission, setSubmission] = useState(0);
  const [plan, setPlan] = useState<ChangePlanValue | null>(null);
  const [prepare, preparing] = useAction(calls.prepareChange, { quietFailure: true });
  const today = beijingDate(useServerClock().now());
  const title = person ? '修改个人信息' : '更正缴费人姓名证件';
  if (form === null) {
    return (
      <Page title={inWords(title)}>
        <Skeleton lines={[64, 64, 64, 64]} />
      </Page>
    );
  }
  const { name, idType, idNumber, birthDate, sex, phone, region, reason } = form;
  const set = (part: Partial<ChangeForm>) => change({ ...form, ...part });
  const card = idType === IDENTITY_CARD;
  const feedback = card ? idNumberFeedback(idNumber, { todayBeijing: today }) : null;
  const onlyContact = overview.phase === 'ended';

  if (plan) {
    const done = (changeNo: string) => {
      discard();
      onDone(changeNo);
    };
    return <ChangeConfirm overview={overview} plan={plan} onBack={() => setPlan(null)} onDone={done} />;
  }
  const clear = (field: string) => setProblems(({ [field]: _gone, other: _other, ...rest }) => rest);
  const go = async () => {
    const newValues = {
      ...(name ? { name } : {}),
      ...(idType !== now.idType ? { idType } : {}),
      ...(idNumber ? { idNumber } : {}),
      ...(!card && birthDate ? { birthDate } : {}),
      ...(!card && sex ? { sex } : {}),
      ...(phone ? { phone } : {}),
      ...(region !== null && region !== person?.regionCode ? { regionCode: region } : {}),
    };
    const fail = (found: Record<string, string>) => {
      setProblems(found);
      setSubmission((count) => count + 1);
      const [first, second] = Object.keys(found);
      if (first && first !== 'other' && second === undefined) goToField(`change-${first}`);
    };
    if (Object.keys(newValues).length === 0) return fail({ other: '还没有填要改的内容，只填要改的就行' });
    if (newValues.birthDate !== undefined && parseDate(newValues.birthDate) === null) {
      return fail({ birthDate: '出生日期要写全，例如 1962-05-08' });
    }
    if (reason === '') return fail({ reason: '请选择更正的原因' });
    setProblems({});
    const reply = await prepare({
      ...{ orderNo: overview.orderNo, clientKey, reason, newValues },
      ...(person ? { policyNo: person.policyNo } : {}),
    });
    if (reply.ok) setPlan(reply.value);
    else fail(problemsOf(reply));
  };

  return (
    <Page
      step="第 1 步，共 2 步"
      title={inWords(title)}
      lead={whenText(overview)}
      bar={
        <Bar>
          <Button kind="neutral" onPress={onBack}>
            返回
          </Button>
          <Button onPress={() => void go()} busy={preparing.busy}>
            下一步
          </Button>
        </Bar>
      }
    >
      <Card>
        <div className="change-person">
          <Monogram name={now.name} />
          <div className="change-person-main">
            <b>{now.name}</b>
            <Tag>{person ? relationshipLabel(person.relationship) : '缴费人'}</Tag>
            <p className="note num">
              <LongNumber>{now.idNumberMasked}</LongNumber>
            </p>
          </div>
        </div>
      </Card>
      {restored && (
        <Notice>
          上次没填完的内容还在。
          <button type="button" className="inline-link" onClick={() => discard(blank)}>
            清空重填
          </button>
        </Notice>
      )}
      <ErrorSummary
        submission={submission}
        problems={Object.entries(problems)
          .filter(([field]) => field !== 'other')
          .map(([field, message]) => ({ fieldId: `change-${field}`, message, label: LABELS[field] ?? message }))}
      />
      <FormProblem problem={problems.other} />
      <Card flush className="mt3">
        {!onlyContact && (
          <>
            <Field id="change-name" label="正确的姓名" optional="不改就空着" error={problems.name}>
              {(field) => (
                <PaperNameInput
                  {...field}
                  idType={idType}
                  value={name}
                  onChange={(value) => {
                    set({ name: value });
                    clear('name');
                  }}
                  placeholder={now.name}
                />
              )}
            </Field>
            <Field id="change-idType" label="证件类型" error={problems.idType}>
              {(field) => (
                <SelectInput
                  {...field}
                  value={idType}
                  options={PAPER_TYPES}
                  onChange={(value) => {
                    set({ idType: value, idNumber: '' });
                    clear('idType');
                  }}
                />
              )}
            </Field>
            <Field id="change-idNumber" label="正确的证件号码" optional="不改就空着" error={problems.idNumber}>
              {(field) => (
                <PaperNumberInput
                  {...field}
                  idType={idType}
                  value={idNumber}
                  onChange={(value) => {
                    set({ idNumber: value });
                    clear('idNumber');
                  }}
                  placeholder={now.idNumberMasked}
                  good={feedback?.tone === 'success' ? feedback.text : null}
                />
              )}
            </Field>
            {!card && (
              <>
                <Field id="change-birthDate" label="出生日期" optional="不改就空着" error={problems.birthDate}>
                  {(field) => (
                    <DateInput
                      {...field}
                      what="出生日期"
                      max={today}
                      value={birthDate}
                      onChange={(value) => {
                        set({ birthDate: value });
                        clear('birthDate');
                      }}
                    />
                  )}
                </Field>
                <RadioChips
                  id="change-sex"
                  name="change-sex-choice"
                  legend="性别（不改就不选）"
                  columns={2}
                  options={SEXES}
                  value={sex}
                  onChange={(value) => set({ sex: value })}
                  error={problems.sex}
                />
              </>
            )}
          </>
        )}
        {person && !isSelf && (
          <Field id="change-phone" label="新手机号" optional="不改就空着" error={problems.phone}>
            {(field) => (
              <PhoneInput
                {...field}
                autoComplete="off"
                value={phone}
                placeholder={person.phoneMasked || '11 位手机号'}
                onChange={(value) => {
                  set({ phone: value });
                  clear('phone');
                }}
              />
            )}
          </Field>
        )}
        {person && !onlyContact && (
          <Row
            id="change-regionCode"
            label="医保所在地"
            value={regionDisplayText(region ?? person.regionCode) ?? '请选择'}
            onPress={() => setPicking(true)}
          />
        )}
      </Card>
      <Card flush className="mt3">
        <RadioChips
          id="change-reason"
          name="change-reason-choice"
          legend="为什么要改"
          columns={2}
          options={overview.reasons}
          value={reason}
          onChange={(value) => {
            set({ reason: value });
            clear('reason');
          }}
          error={problems.reason}
        />
      </Card>
      <p className="note mt4">
        只能更正写错的信息，不能换成另一个人。{isSelf && '本人的联系电话请在“修改缴费人信息”里改。'}
      </p>
      {person && (
        <RegionPicker
          open={picking}
          chosen={region ?? person.regionCode}
          onConfirm={(code) => {
            set({ region: code });
            setPicking(false);
            clear('regionCode');
          }}
          onClose={() => setPicking(false)}
        />
      )}
    </Page>
  );
}
