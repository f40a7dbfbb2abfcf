import { fieldProblems } from '../../api/field-problems.ts';
import '../../ui/form.css';
import '../../ui/controls.css';
import './policy-search.css';
import { beijingDate } from '@huimin/domain/date';
import { checkIdPaper, checkName, checkPhone, formatPhone344, IDENTITY_CARD } from '@huimin/domain/person';
import { type FormEvent, useState } from 'react';
import { calls } from '../../api/calls.ts';
import { noReplyText } from '../../api/no-reply-text.ts';
import { useAction } from '../../api/use-action.ts';
import { useElderMode, useNavigation, useServerClock } from '../../context/index.ts';
import { CodeField } from '../../features/account/code-field.tsx';
import { codeProblem } from '../../features/account/code-problem.ts';
import { useCodeSending } from '../../features/account/use-code-sending.ts';
import { PAPER_TYPES, PaperNameInput, PaperNumberInput } from '../../features/insured/paper-fields.tsx';
import { keepFound } from '../../features/policy-search/found-policies.ts';
import {
  Button,
  Card,
  ErrorSummary,
  Field,
  FormProblem,
  goToField,
  Icon,
  iconInfo,
  iconPerson,
  Page,
  PhoneInput,
  Row,
  SelectInput,
} from '../../ui/index.ts';

type SearchField = 'name' | 'idType' | 'idNumber' | 'phone' | 'code';
type Problems = Partial<Record<SearchField, string>>;
type Form = Readonly<Record<SearchField, string>>;

const LABELS: Record<SearchField, string> = {
  name: '姓名',
  idType: '证件类型',
  idNumber: '证件号码',
  phone: '手机号',
  code: '短信验证码',
};
const FIELDS = Object.keys(LABELS) as SearchField[];
const fieldId = (field: SearchField): string => `search-${field}`;

/** #/order_search: policies by login, or by name, number and a code. */
export default function SearchPage() {
  const elder = useElderMode();
  return (
    <Page title="保单查询" lead={elder ? '查一查有没有保障' : '查本人或家人的保障。别人替您买的，也可以在这里查'}>
      <Card flush>
        <Row
          href="#/order_search_list?by=login"
          icon={<Icon name={iconPerson} size={22} />}
          label="登录查询"
          value={elder ? undefined : '看我买的全部保单'}
        />
        <Row
          href="#/order_search_new"
          icon={<Icon name={iconInfo} size={22} />}
          label="既往症查询"
          value={elder ? undefined : '看按什么比例赔'}
        />
      </Card>
      <SearchForm />
    </Page>
  );
}

function SearchForm() {
  const clock = useServerClock();
  const { navigate } = useNavigation();
  const [form, setForm] = useState<Form>({ name: '', idType: IDENTITY_CARD, idNumber: '', phone: '', code: '' });
  const [problems, setProblems] = useState<Problems>({});
  const [summary, setSummary] = useState(0);
  const [failure, setFailure] = useState<string | null>(null);
  const [send] = useAction(calls.sendPolicySearchCode, { quietFailure: true });
  const [search, searching] = useAction(calls.searchPolicies, { quietFailure: true });
  const sending = useCodeSending(form.phone);

  const check = (next: Form): Problems => problemsOf(next, beijingDate(clock.now()));
  const set = (part: Partial<Form>) => {
    const next = { ...form, ...part };
    setForm(next);
    setFailure(null);
    const present = check(next);
    // Gone as soon as it is right; nothing new while it is typed.
    setProblems((shown) =>
      Object.fromEntries(FIELDS.flatMap((field) => (shown[field] && present[field] ? [[field, present[field]]] : []))),
    );
  };
  const leave = (field: SearchField) => {
    const message = check(form)[field];
    if (message && form[field] !== '') setProblems((shown) => ({ ...shown, [field]: message }));
  };
  const show = (found: Problems) => {
    setProblems(found);
    setSummary((count) => count + 1);
    const wrong = FIELDS.filter((field) => found[field]);
    if (wrong.length === 1 && wrong[0]) goToField(fieldId(wrong[0]));
  };

  const sendCode = async () => {
    const phone = check(form).phone;
    setProblems((shown) => ({ ...shown, phone, code: undefined }));
    if (phone) return goToField(fieldId('phone'));
    const said = sending.note(await send({ phone: form.phone }));
    if (said) setProblems((shown) => ({ ...shown, code: said }));
    else goToField(fieldId('code'));
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setFailure(null);
    const found = check(form);
    show(found);
    if (FIELDS.some((field) => found[field])) return;
    const reply = await search({ person: { ...form } });
    if (reply.ok) {
      keepFound(reply.value.policies, Date.now());
      setForm((before) => ({ ...before, code: '' }));
      return navigate('/order_search_list');
    }
    if (reply.name === 'no-reply') return setFailure(noReplyText(reply));
    if (reply.name === 'sms-code-wrong' || reply.name === 'sms-code-expired') return show({ code: reply.message });
    const said = serverProblems(reply.result);
    if (said) show(said);
    else setFailure(reply.message);
  };

  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <h2 className="search-title">用姓名和证件号查</h2>
      <ErrorSummary
        problems={FIELDS.flatMap((field) => {
          const message = problems[field];
          return message ? [{ fieldId: fieldId(field), label: LABELS[field], message }] : [];
        })}
        submission={summary}
      />
      <div className="card card-flush">
        <Field id={fieldId('name')} label="被保险人姓名" error={problems.name}>
          {(field) => (
            <PaperNameInput
              {...field}
              idType={form.idType}
              value={form.name}
              onChange={(name) => set({ name })}
              onBlur={() => leave('name')}
              placeholder="证件上的姓名"
            />
          )}
        </Field>
        <Field id={fieldId('idType')} label="证件类型" error={problems.idType}>
          {(field) => (
            <SelectInput
              {...field}
              value={form.idType}
              options={PAPER_TYPES}
              onChange={(idType) => set({ idType, idNumber: '' })}
            />
          )}
        </Field>
        <Field id={fieldId('idNumber')} label="证件号码" error={problems.idNumber}>
          {(field) => (
            <PaperNumberInput
              {...field}
              idType={form.idType}
              value={form.idNumber}
              onChange={(idNumber) => set({ idNumber })}
              onBlur={() => leave('idNumber')}
            />
          )}
        </Field>
        <Field
          id={fieldId('phone')}
          label="手机号"
          hint="用参保时留的手机号，能看到完整的保单。别的手机号只显示部分信息"
          error={problems.phone}
        >
          {(field) => (
            <PhoneInput
              {...field}
              value={form.phone}
              onChange={(phone) => set({ phone })}
              onBlur={() => leave('phone')}
            />
          )}
        </Field>
        <CodeField
          id={fieldId('code')}
          label="短信验证码"
          error={problems.code}
          value={form.code}
          onChange={(code) => set({ code })}
          onSend={() => void sendCode()}
          sending={sending}
          sentTo={formatPhone344(form.phone)}
        />
      </div>
      <FormProblem problem={failure} />
      <div className="mt3">
        <Button type="submit" block busy={searching.busy}>
          查询
        </Button>
      </div>
      <p className="note mt3">只能查本人或家人的保单。填写的内容只用来查这一次。</p>
    </form>
  );
}

function problemsOf(form: Form, todayBeijing: string): Problems {
  const name = checkName(form.idType, form.name);
  const paper = checkIdPaper(form.idType, form.idNumber, { todayBeijing });
  const phone = checkPhone(form.phone);
  const code = codeProblem(form.code);
  return {
    ...(name.ok ? {} : { name: name.message }),
    ...(paper.ok ? {} : paper.reason === 'type' ? { idType: paper.message } : { idNumber: paper.message }),
    ...(phone.ok ? {} : { phone: phone.message }),
    ...(code ? { code } : {}),
  };
}

/** The server's field problems in terms of the form; null when there are none. */
function serverProblems(result: unknown): Problems | null {
  const known = fieldProblems(result).flatMap(({ path, message }) => {
    const field = FIELDS.find((one) => one === path.split('.').pop());
    return field ? [[field, message] as const] : [];
  });
  return known.length > 0 ? Object.fromEntries(known) : null;
}
