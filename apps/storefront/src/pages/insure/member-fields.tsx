import type { MemberViewValue } from '@huimin/contract';
import { beijingDate } from '@huimin/domain/date';
import { OTHER_RELATIONSHIP, RELATIONSHIPS, SELF } from '@huimin/domain/order';
import { IDENTITY_CARD, idNumberFeedback, MEDICAL_TYPES } from '@huimin/domain/person';
import { regionDisplayText } from '@huimin/domain/region';
import {
  keepsNumber,
  type MemberErrors,
  type MemberField,
  type MemberForm,
} from '../../features/insured/member-form.ts';
import { PaperNameInput, PaperNumberInput } from '../../features/insured/paper-fields.tsx';
import {
  Button,
  DateInput,
  Field,
  FieldError,
  Notice,
  PhoneInput,
  RadioChips,
  Row,
  SelectInput,
} from '../../ui/index.ts';
import { OtherKind } from './other-kind.tsx';

/** The element id of a field, for focus and the error summary. */
export const fieldId = (field: MemberField): string => `member-${field}`;

type Props = {
  form: MemberForm;
  errors: MemberErrors;
  /** The person that is being changed. */
  kept: MemberViewValue | null;
  idTypes: readonly { value: string; label: string }[];
  nowMs: number;
  /** Said gently: the relation looks odd beside the dates of birth, and may be right. */
  doubt: string | null;
  onChange: (form: MemberForm) => void;
  /** A field was left: now is the time to say what is wrong with it. */
  onLeave: (field: MemberField) => void;
  onRegion: () => void;
};

const RELATIONSHIP_CHIPS = RELATIONSHIPS.map(({ code, label }) => ({ value: code, label }));
const SEX_CHIPS = [
  { value: 'm', label: '男' },
  { value: 'f', label: '女' },
] as const;

const MEDICAL_TYPE_CHIPS = [
  ...MEDICAL_TYPES.map(({ code, label }) => ({ value: code, label })),
  { value: 'unknown', label: '不清楚' },
] as const;

/** The fields of one person. */
export function MemberFields({ form, errors, kept, idTypes, nowMs, doubt, onChange, onLeave, onRegion }: Props) {
  const today = beijingDate(nowMs);
  const card = form.idType === IDENTITY_CARD;
  const feedback = card ? idNumberFeedback(form.idNumber, { todayBeijing: today }) : null;
  const numberStays = keepsNumber(form, kept);
  const phoneStays = kept?.phoneMasked && !form.phoneRemoved ? kept.phoneMasked : null;
  const set = (part: Partial<MemberForm>) => onChange({ ...form, ...part });
  return (
    <>
      <RadioChips
        id={fieldId('relationship')}
        name="member-relationship"
        legend="与您的关系"
        columns={5}
        options={RELATIONSHIP_CHIPS}
        value={form.relationship}
        onChange={(relationship) => set({ relationship })}
        error={errors.relationship}
      />
      {form.relationship === OTHER_RELATIONSHIP && (
        <OtherKind
          id={fieldId('relationshipNote')}
          value={form.relationshipNote}
          error={errors.relationshipNote}
          onChange={(relationshipNote) => set({ relationshipNote })}
          onLeave={() => onLeave('relationshipNote')}
        />
      )}
      {doubt && (
        <div className="member-doubt" role="status">
          <Notice tone="warn">{doubt}</Notice>
        </div>
      )}
      <Field id={fieldId('name')} label="姓名" error={errors.name}>
        {(field) => (
          <PaperNameInput
            {...field}
            idType={form.idType}
            value={form.name}
            onChange={(name) => set({ name })}
            onBlur={() => onLeave('name')}
          />
        )}
      </Field>
      <Field id={fieldId('idType')} label="证件类型" error={errors.idType}>
        {(field) => (
          <SelectInput
            {...field}
            value={form.idType}
            onChange={(idType) => set({ idType, idNumber: '' })}
            options={idTypes}
          />
        )}
      </Field>
      <Field
        id={fieldId('idNumber')}
        label="证件号码"
        hint={numberStays ? '不改就空着，要改再重新填写' : undefined}
        error={errors.idNumber}
      >
        {(field) => (
          <>
            <PaperNumberInput
              {...field}
              idType={form.idType}
              value={form.idNumber}
              onChange={(idNumber) => set({ idNumber })}
              onBlur={() => onLeave('idNumber')}
              placeholder={numberStays ? kept?.idNumberMasked : undefined}
              good={feedback?.tone === 'success' ? feedback.text : null}
            />
            {feedback?.tone === 'pending' && feedback.text !== '' && !errors.idNumber && (
              <p className="note mt2">{feedback.text}</p>
            )}
          </>
        )}
      </Field>
      {!card && (
        <>
          <Field id={fieldId('birthDate')} label="出生日期" error={errors.birthDate}>
            {(field) => (
              <DateInput
                {...field}
                what="出生日期"
                max={today}
                value={form.birthDate}
                onChange={(birthDate) => set({ birthDate })}
                onBlur={() => onLeave('birthDate')}
              />
            )}
          </Field>
          <RadioChips
            id={fieldId('sex')}
            name="member-sex"
            legend="性别"
            columns={2}
            options={SEX_CHIPS}
            value={form.sex}
            onChange={(sex) => set({ sex })}
            error={errors.sex}
          />
        </>
      )}
      <Field
        id={fieldId('phone')}
        label="手机号"
        optional={form.relationship === SELF ? undefined : '接收保单短信'}
        hint={phoneStays ? '不改就空着，要改再重新填写' : undefined}
        error={errors.phone}
      >
        {(field) => (
          <>
            <PhoneInput
              {...field}
              autoComplete="off"
              value={form.phone}
              onChange={(phone) => set({ phone, phoneRemoved: form.phoneRemoved && phone === '' })}
              onBlur={() => onLeave('phone')}
              placeholder={phoneStays ?? undefined}
            />
            {phoneStays && form.phone === '' && form.relationship !== SELF && (
              <Button kind="text" small onPress={() => set({ phoneRemoved: true })}>
                不再留手机号
              </Button>
            )}
          </>
        )}
      </Field>
      <div className={errors.regionCode ? 'region-row field-wrong' : 'region-row'}>
        <Row
          id={fieldId('regionCode')}
          label="医保所在地"
          value={regionDisplayText(form.regionCode) ?? '请选择'}
          onPress={onRegion}
        />
        <FieldError error={errors.regionCode} />
      </div>
      <RadioChips
        id={fieldId('medicalType')}
        name="member-medicalType"
        legend="医保类型"
        columns={3}
        options={MEDICAL_TYPE_CHIPS}
        value={form.medicalType}
        onChange={(medicalType) => set({ medicalType })}
        error={errors.medicalType}
      />
    </>
  );
}
