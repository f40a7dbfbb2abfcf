import { fieldProblems } from '../../api/field-problems.ts';
import '../../ui/form.css';
import '../../ui/controls.css';
import './group.css';
import type { OutputOf } from '@huimin/contract';
import { formatYuan, saidYuan } from '@huimin/domain/money';
import { checkCreditCode, checkName, checkPhone, formatPhone344 } from '@huimin/domain/person';
import { regionDisplayText } from '@huimin/domain/region';
import { isAgentCode } from '@huimin/domain/share';
import { type FormEvent, useState } from 'react';
import { calls } from '../../api/calls.ts';
import type { CallFailure } from '../../api/client.ts';
import { noReplyText } from '../../api/no-reply-text.ts';
import { useAction } from '../../api/use-action.ts';
import { useCall } from '../../api/use-call.ts';
import { useNavigation, useProduct, useQuery } from '../../context/index.ts';
import { useHalfFilled } from '../../context/use-half-filled.ts';
import { CodeField } from '../../features/account/code-field.tsx';
import { codeProblem } from '../../features/account/code-problem.ts';
import { useCodeSending } from '../../features/account/use-code-sending.ts';
import { DocumentSheet } from '../../features/documents/document-sheet.tsx';
import { type CompanyForm, HALF_FILLED_COMPANY } from '../../features/group/half-filled-company.ts';
import { useLine } from '../../features/purchase-line/use-line.tsx';
import { RegionPicker } from '../../features/region/region-picker.tsx';
import { figuresOf } from '../../ui/grouped-text.ts';
import {
  Bar,
  Button,
  Card,
  ConsentLine,
  EmptyState,
  ErrorSummary,
  Field,
  FieldError,
  FormProblem,
  goToField,
  InlineLink,
  inWords,
  NameInput,
  Page,
  PhoneInput,
  PhoneLink,
  RadioChips,
  RestoredNotice,
  Row,
  Skeleton,
  TextArea,
  TextInput,
  useConsent,
} from '../../ui/index.ts';
import { LoadProblem } from '../pay/load-problem.tsx';

const TITLE = '团体参保预约';
const LEAD = '单位、社区可以统一为员工和居民参保';

type Terms = OutputOf<typeof import('@huimin/contract').calls.groupTerms>;

/** #/company: a company asks to insure its people. */
export default function CompanyPage() {
  const product = useProduct();
  const terms = useCall(calls.groupTerms, { productId: product.editionCode }, { quietFailure: true });
  if (terms.failure) return <LoadProblem title={TITLE} failure={terms.failure} onReload={terms.reload} />;
  if (!terms.value) {
    return (
      <Page title={inWords(TITLE)} lead={LEAD}>
        <Skeleton lines={[64, 52, 52, 52, 52]} />
      </Page>
    );
  }
  if (terms.value.offered) return <Ask terms={terms.value} />;
  return (
    <Page title={inWords(TITLE)} lead={LEAD}>
      <EmptyState
        title="现在不在网上办理团体参保"
        lead={
          <>
            请打电话 <PhoneLink tel={terms.value.tel} />
          </>
        }
        action={<Button href="#/index">返回首页</Button>}
      />
      <Known />
    </Page>
  );
}

/** Who asked before follows it here. */
function Known() {
  return (
    <Card flush className="mt3">
      <Row href="#/groupProgress" label="看办到哪一步" note="已经提交过的单位，用联系人手机号登录" />
    </Card>
  );
}

interface Form extends CompanyForm {
  readonly code: string;
}

const LABELS: Readonly<Partial<Record<keyof Form, string>>> = {
  companyName: '单位名称',
  creditCode: '统一社会信用代码',
  regionCode: '单位所在地',
  headCount: '参保人数',
  planCode: '方案',
  contactName: '联系人',
  phone: '联系人手机号',
  code: '短信验证码',
  agentCode: '服务网点或业务员代码',
};

const fieldId = (name: string): string => `company-${name}`;

/** What is wrong with one field, or null. */
function problemOf(form: Form, name: keyof Form, terms: Terms): string | null {
  switch (name) {
    case 'companyName':
      return form.companyName.trim().length < 2 ? '请填写单位全称' : null;
    case 'creditCode': {
      const check = checkCreditCode(form.creditCode);
      return check.ok ? null : check.message;
    }
    case 'regionCode':
      return form.regionCode === null ? '请选择单位所在地' : null;
    case 'headCount': {
      const people = Number(form.headCount);
      if (!/^[0-9]{1,5}$/.test(form.headCount) || people > 10_000) return '请填人数，最多 10000 人';
      return people < terms.fewestPeople ? `团体参保 ${terms.fewestPeople} 人起，不到的请各自参保` : null;
    }
    case 'planCode':
      return form.planCode === '' ? '请选择方案' : null;
    case 'contactName': {
      const check = checkName('01', form.contactName);
      return check.ok ? null : check.message;
    }
    case 'phone': {
      const check = checkPhone(form.phone);
      return check.ok ? null : check.message;
    }
    case 'code':
      return codeProblem(form.code) ?? null;
    case 'agentCode': {
      const code = form.agentCode.trim();
      return code === '' || isAgentCode(code) ? null : '代码只有字母和数字，请核对，没有就不填';
    }
    default:
      return null;
  }
}

function Ask({ terms }: { terms: Terms }) {
  const product = useProduct();
  const query = useQuery();
  const { navigate } = useNavigation();
  const [only] = terms.plans.length === 1 ? terms.plans : [];
  const brought = query.get('agentCode');
  const [blank] = useState<CompanyForm>(() => ({
    companyName: '',
    creditCode: '',
    regionCode: null,
    headCount: '',
    planCode: only?.code ?? '',
    contactName: '',
    phone: '',
    // Anything else in the address is no agent's, and nobody here has typed it.
    agentCode: isAgentCode(brought) ? brought : '',
    invoiceTitle: '',
    remark: '',
  }));
  const kept = useHalfFilled(HALF_FILLED_COMPANY, null, blank);
  const [code, setCode] = useState('');
  const form: Form = { ...(kept.form ?? blank), code };
  const [problems, setProblems] = useState<Partial<Record<keyof Form, string>>>({});
  const [submission, setSubmission] = useState(0);
  const [problem, setProblem] = useState<string | null>(null);
  const [picking, setPicking] = useState(false);
  const [reading, setReading] = useState(false);
  const consent = useConsent('company-consent', '请先勾选同意，工作人员才能联系您');
  const [send] = useAction(calls.sendSmsCode, { quietFailure: true });
  const [add, adding] = useAction(calls.addCompanyOrder, { quietFailure: true });
  const [addAgain] = useAction(calls.addCompanyOrder, { quietFailure: true, overlay: false });
  const line = useLine();
  const sending = useCodeSending(form.phone);

  const set = (name: keyof Form, value: string) => {
    const next = { ...form, [name]: name === 'creditCode' ? value.toUpperCase() : value };
    const { code, ...company } = next;
    setCode(code);
    if (name !== 'code') kept.change(company);
    if (problems[name] && problemOf(next, name, terms) === null) setProblems({ ...problems, [name]: undefined });
  };
  const look = (name: keyof Form) => {
    if (form[name]) setProblems({ ...problems, [name]: problemOf(form, name, terms) ?? undefined });
  };
  const say = (found: Partial<Record<keyof Form, string>>) => {
    setProblems(found);
    setSubmission(submission + 1);
    const names = (Object.keys(LABELS) as (keyof Form)[]).filter((name) => found[name]);
    if (names.length === 1) goToField(fieldId(names[0] as string));
    return names.length === 0;
  };

  const sendCode = async () => {
    const wrong = problemOf(form, 'phone', terms);
    setProblems({ ...problems, phone: wrong ?? undefined, code: undefined });
    if (wrong) return goToField(fieldId('phone'));
    const said = sending.note(await send({ phone: form.phone, purpose: 'group' }));
    if (said === null) goToField(fieldId('code'));
    else setProblems((before) => ({ ...before, code: said }));
  };

  const refused = (reply: CallFailure) => {
    if (reply.name === 'sms-code-wrong' || reply.name === 'sms-code-expired') return say({ code: reply.message });
    const found = Object.fromEntries(
      fieldProblems(reply.result)
        .filter(({ path }) => path in LABELS)
        .map(({ path, message }) => [path, message]),
    );
    if (Object.keys(found).length > 0) say(found);
    else setProblem(reply.message);
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setProblem(null);
    const found: Partial<Record<keyof Form, string>> = {};
    for (const name of Object.keys(LABELS) as (keyof Form)[]) {
      const wrong = problemOf(form, name, terms);
      if (wrong) found[name] = wrong;
    }
    const complete = say(found);
    // Said at its box in the same round as the fields, which come first.
    if (!consent.check(complete) || !complete || form.regionCode === null) return;
    const { invoiceTitle, remark, agentCode, regionCode, ...rest } = form;
    const wish = {
      ...rest,
      regionCode,
      productId: product.editionCode,
      companyName: form.companyName.trim(),
      headCount: Number(form.headCount),
      ...(invoiceTitle.trim() ? { invoiceTitle: invoiceTitle.trim() } : {}),
      ...(remark.trim() ? { remark: remark.trim() } : {}),
      ...(agentCode.trim() ? { agentCode: agentCode.trim() } : {}),
      consent: true as const,
    };
    const reply = await line.through((lineTicket, isAgain) =>
      (isAgain ? addAgain : add)({ ...wish, ...(lineTicket ? { lineTicket } : {}) }),
    );
    if (reply === null) return setProblem('已经不排了，填好的内容都在。过一会儿再点“提交预约”');
    if (reply.ok) {
      const { groupNo, isKnown } = reply.value;
      kept.discard();
      return navigate(`/groupProgress?groupNo=${groupNo}&asked=${isKnown ? 'known' : 'new'}`, { replace: true });
    }
    if (reply.name === 'no-reply') setProblem(noReplyText(reply));
    else refused(reply);
  };

  if (kept.form === null) {
    return (
      <Page title={inWords(TITLE)} lead={LEAD}>
        <Skeleton lines={[64, 52, 52, 52, 52]} />
      </Page>
    );
  }
  const plan = terms.plans.find(({ code }) => code === form.planCode);
  const people = problemOf(form, 'headCount', terms) === null ? Number(form.headCount) : null;
  const summary = (Object.keys(LABELS) as (keyof Form)[]).flatMap((name) =>
    problems[name] ? [{ fieldId: fieldId(name), message: problems[name], label: LABELS[name] ?? '' }] : [],
  );
  const text = (name: 'companyName' | 'creditCode' | 'agentCode' | 'invoiceTitle') => ({
    value: form[name],
    onChange: (value: string) => set(name, value),
    onBlur: () => look(name),
  });
  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <Page
        title={inWords(TITLE)}
        lead={LEAD}
        bar={
          <Bar>
            <Button type="submit" busy={adding.busy || line.isStanding}>
              提交预约
            </Button>
          </Bar>
        }
      >
        <ul className="card group-lead">
          <li>
            <b>{terms.fewestPeople} 人起</b>
            <span>统一办理</span>
          </li>
          <li>
            <b>专人联系</b>
            <span>1 个工作日内</span>
          </li>
          <li>
            <b>可开发票</b>
            <span>单位抬头</span>
          </li>
        </ul>
        {kept.restored && (
          <div className="mt3">
            <RestoredNotice
              onClear={() => {
                kept.discard(blank);
                setProblems({});
              }}
            />
          </div>
        )}
        <ErrorSummary problems={summary} submission={submission} />
        <div className="card card-flush mt3">
          <Field id={fieldId('companyName')} label="单位名称" error={problems.companyName}>
            {(field) => <TextInput {...field} {...text('companyName')} autoComplete="organization" maxLength={60} />}
          </Field>
          <Field id={fieldId('creditCode')} label="统一社会信用代码" error={problems.creditCode}>
            {(field) => (
              <TextInput {...field} {...text('creditCode')} num placeholder="18 位数字或字母" maxLength={24} />
            )}
          </Field>
          <div className={problems.regionCode ? 'group-region field-wrong' : 'group-region'}>
            <Row
              id={fieldId('regionCode')}
              label="单位所在地"
              value={form.regionCode === null ? '请选择' : regionDisplayText(form.regionCode)}
              onPress={() => setPicking(true)}
            />
            <FieldError error={problems.regionCode} />
          </div>
          {terms.plans.length > 1 && (
            <div className="field">
              <RadioChips
                id={fieldId('planCode')}
                name="company-plan"
                legend="方案"
                columns={2}
                options={terms.plans.map(({ code, name, premiumFen }) => ({
                  value: code,
                  label: `${name} ${saidYuan(premiumFen)} 元`,
                }))}
                value={form.planCode}
                onChange={(value) => set('planCode', value)}
                error={problems.planCode}
              />
            </div>
          )}
          <Field id={fieldId('headCount')} label="参保人数" error={problems.headCount}>
            {(field) => (
              <>
                <TextInput
                  {...field}
                  num
                  unit="人"
                  inputMode="numeric"
                  maxLength={5}
                  value={form.headCount}
                  onChange={(value) => set('headCount', figuresOf(value))}
                  onBlur={() => look('headCount')}
                />
                {people !== null && plan && (
                  <p className="note mt2 num">
                    预计保费 {formatYuan(people * plan.premiumFen)} 元（{people} 人 × {saidYuan(plan.premiumFen)} 元）
                  </p>
                )}
              </>
            )}
          </Field>
          <Field id={fieldId('contactName')} label="联系人" error={problems.contactName}>
            {(field) => (
              <NameInput
                {...field}
                placeholder="中文姓名"
                value={form.contactName}
                onChange={(value) => set('contactName', value)}
                onBlur={() => look('contactName')}
              />
            )}
          </Field>
          <Field id={fieldId('phone')} label="联系人手机号" error={problems.phone}>
            {(field) => (
              <PhoneInput
                {...field}
                value={form.phone}
                onChange={(value) => set('phone', value)}
                onBlur={() => look('phone')}
              />
            )}
          </Field>
          <CodeField
            id={fieldId('code')}
            label="短信验证码"
            hint="以后用这个手机号登录，看进度、交名单"
            error={problems.code}
            value={form.code}
            onChange={(value) => set('code', value)}
            onSend={() => void sendCode()}
            sending={sending}
            sentTo={formatPhone344(form.phone)}
          />
        </div>
        <div className="card card-flush mt3">
          <Field id={fieldId('invoiceTitle')} label="发票抬头" optional hint="不填就用单位名称">
            {(field) => <TextInput {...field} {...text('invoiceTitle')} maxLength={60} />}
          </Field>
          <Field id={fieldId('agentCode')} label="服务网点或业务员代码" optional error={problems.agentCode}>
            {(field) => <TextInput {...field} {...text('agentCode')} num maxLength={64} />}
          </Field>
          <Field id={fieldId('remark')} label="备注" optional>
            {(field) => (
              <TextArea {...field} maxLength={200} value={form.remark} onChange={(value) => set('remark', value)} />
            )}
          </Field>
        </div>
        <ConsentLine consent={consent}>
          同意工作人员联系我，见
          <InlineLink href="#/agreement" onPress={() => setReading(true)}>
            《个人信息保护政策》
          </InlineLink>
        </ConsentLine>
        <FormProblem problem={problem} />
        <p className="note mt3">预约不是投保。名单里的每个人本人确认、单位付款后，才出保单，每人一份。</p>
        <Known />
        {line.panel}
        <DocumentSheet
          pageKey={reading ? 'privacy-policy' : null}
          title="个人信息保护政策"
          onClose={() => setReading(false)}
        />
        <RegionPicker
          open={picking}
          chosen={form.regionCode}
          onClose={() => setPicking(false)}
          onConfirm={(code) => {
            set('regionCode', code);
            setPicking(false);
          }}
        />
      </Page>
    </form>
  );
}
