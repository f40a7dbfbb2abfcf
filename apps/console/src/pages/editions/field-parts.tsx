import { parseDate } from '@huimin/domain/date';
import { premiumFenOf } from '@huimin/domain/edition-desk';
import { fenToYuanText } from '@huimin/domain/money';
import { Button, Input, Switch } from 'antd';
import { useId } from 'react';
import { serverNow } from '../../api/server-clock.ts';
import { longTime } from '../../parts/when.ts';
import { Changed, DateField, FieldFrame, TextField, useEditor, useProblem } from './editor.tsx';

export function NamingPart() {
  const { desk } = useEditor();
  const id = useId();
  return (
    <section className="panel ed-part" id="naming" aria-label="名称和备案">
      <h2>名称和备案</h2>
      <div className="ed-three">
        <TextField path="proName" label="产品名称（首页标题）" />
        <TextField path="name" label="简称" />
        <FieldFrame path="editionCode" label="产品编码" id={id}>
          <Input id={id} value={desk.edition} disabled />
        </FieldFrame>
        <TextField path="recordFilingName" label="备案产品名称" />
        <TextField path="recordFilingCode" label="备案编号" />
        <TextField path="recordFilingOrganisation" label="备案机构" />
        <TextField path="subtitle" label="副标题" />
        <TextField path="slogan" label="首页一句话" />
        <TextField path="tel" label="服务电话" />
        <TextField path="shareTitle" label="分享标题" />
        <TextField path="shareDesc" label="分享说明" />
      </div>
    </section>
  );
}

export function DatesPart() {
  const { desk, work } = useEditor();
  // A window whose date was emptied is still one that the edition has.
  const [earlyProblem, midProblem] = [useProblem('flows.early.from'), useProblem('flows.mid.from')];
  // Also what began before now and costs something else: the checks know whether it has to be announced.
  const announcing = useProblem('endAnnouncedOn') !== '';
  return (
    <section className="panel ed-part" id="dates" aria-label="日期和保费">
      <h2>
        日期和保费 <small>北京时间</small>
      </h2>
      <div className="ed-four">
        <DateField path="validDate" label="保障期起" day />
        <DateField path="invalidDate" label="保障期止" day />
        <DateField path="insureStart" label="参保开始" />
        <DateField path="insureEnd" label="参保截止" />
        <DateField path="underwriteEnd" label="核保截止" />
        {work.fields.premiumsYuan.map((text, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: plans are told apart by their order
          <PremiumField key={at} at={at} text={text} />
        ))}
        <DateField path="announcedOn" label="开售公告日期" day />
        {(announcing || work.fields.endAnnouncedOn !== '') && (
          <DateField path="endAnnouncedOn" label="改截止、改价的公告日期" day />
        )}
        {(desk.fields.earlyFrom !== '' || earlyProblem !== '') && (
          <DateField path="earlyFrom" label="提前参保开始" keptAs="flows.early.from" />
        )}
        {(desk.fields.midFrom !== '' || midProblem !== '') && (
          <>
            <DateField path="midFrom" label="中途参保开始" keptAs="flows.mid.from" />
            <DateField path="midUntil" label="中途参保截止" keptAs="flows.mid.until" />
          </>
        )}
      </div>
      {desk.overlaps.map(({ edition, name, from, until, coversSameDays }) => (
        <p className="ed-hint ed-late" key={edition}>
          {`${longTime(from)} 到 ${longTime(until)}，“${name}”（${edition}）也在参保，居民两版都能买${coversSameDays ? '，保障期也重叠' : ''}。不是有意的，请改日期。`}
        </p>
      ))}
    </section>
  );
}

function PremiumField({ at, text }: { at: number; text: string }) {
  const { work, readOnly } = useEditor();
  const id = useId();
  const path = `plans.${at}.premiumFen`;
  const problem = useProblem(path);
  const set = (next: string) =>
    work.change({ premiumsYuan: work.fields.premiumsYuan.map((one, index) => (index === at ? next : one)) });
  return (
    <FieldFrame path={path} label={`${work.fields.planNames[at] ?? ''}保费（元 / 人）`} id={id}>
      <Input
        id={id}
        className="num"
        inputMode="decimal"
        value={text}
        maxLength={20}
        disabled={readOnly}
        status={problem ? 'error' : undefined}
        aria-describedby={problem ? `${id}-problem` : undefined}
        onChange={({ target }) => set(target.value)}
        // 168 and 168.00 元 are one: it is shown as it will be charged.
        onBlur={() => {
          const fen = premiumFenOf(text);
          if (!readOnly && fen !== null && fenToYuanText(fen) !== text) set(fenToYuanText(fen));
        }}
      />
    </FieldFrame>
  );
}

/** Each with what residents see while it is on, and while it is off. */
const SWITCHES = [
  ['becomesDefault', '首页显示这一版', '居民打开首页，看到的就是这一版', '首页还是原来那一版，这一版要用链接打开'],
  [
    'underwriteComplete',
    '参保状态：核保提前完成',
    '首页马上写“参保已结束”，不能再参保',
    '参保截止后写“承保处理中”，核保截止后写“参保已结束”',
  ],
  ['applyRefund', '申请退款', '订单里能自己退（“填退款原因”也要开）', '不能在网上退，请居民打客服电话'],
  ['refundReason', '填退款原因', '退的时候先选一个原因', '没有原因可选，也就不能在网上退'],
  ['refundReview', '退款先由人审', '申请后等财务同意，再退钱', '申请后直接退钱'],
  ['updatePolicyholder', '改缴费人', '订单里能改缴费人', '不能在网上改，请居民打客服电话'],
  ['updateInsured', '改被保险人', '订单里能改被保险人的信息', '不能在网上改，请居民打客服电话'],
  [
    'automaticReapplicationOffered',
    '明年自动重新投保',
    '在微信里付款时，能选明年自动重新投保',
    '付款时不问明年，签过的人也不按这一版自动投保',
  ],
  ['luckyDraw', '抽奖', '个人中心和健康服务里有“健康小礼”', '看不到“健康小礼”'],
] as const;

export function SwitchesPart() {
  const { desk, work, readOnly } = useEditor();
  const { becomesDefault, insureStart } = work.fields;
  const opensLater = becomesDefault && !desk.isDefault && (parseDate(insureStart) ?? 0) > serverNow();
  return (
    <section className="panel ed-part" id="switches" aria-label="开关">
      <h2>开关</h2>
      <ul className="ed-rows">
        {SWITCHES.map(([name, label, whenOn, whenOff]) => (
          <li key={name} data-path={name}>
            <span title={name}>
              {label} <Changed path={name} />
              <small>{work.fields[name] ? whenOn : whenOff}</small>
              <SwitchProblem path={name} />
              {name === 'becomesDefault' && opensLater && (
                <small className="field-problem">
                  这一版 {longTime(insureStart)} 才开始参保，发布早了，首页在那之前不能参保
                </small>
              )}
            </span>
            <span className="ed-switch">
              <Switch
                size="small"
                aria-label={label}
                checked={work.fields[name]}
                disabled={readOnly || (name === 'becomesDefault' && desk.isDefault)}
                onChange={(on) => work.change({ [name]: on })}
              />
              {work.fields[name] ? '开' : '关'}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function SwitchProblem({ path }: { path: string }) {
  const problem = useProblem(path);
  return problem !== '' && <small className="field-problem">{problem}</small>;
}

export function PaymentPart() {
  const { desk, work, readOnly } = useEditor();
  const problem = useProblem('payList');
  return (
    <section className="panel ed-part" id="payment" aria-label="付款方式" data-path="payList">
      <h2>
        付款方式 <small>上下移动排序</small> <Changed path="payList" />
      </h2>
      <MethodList
        label="付款方式"
        chosen={work.fields.payList}
        methods={desk.methods}
        readOnly={readOnly}
        onChange={(payList) => work.change({ payList })}
      />
      {problem !== '' && <p className="field-problem">{problem}</p>}
      <h2 className="ed-second">
        在支付宝里打开时 <Changed path="aliPayList" />
      </h2>
      <MethodList
        label="在支付宝里打开时的付款方式"
        chosen={work.fields.aliPayList}
        methods={desk.methods}
        readOnly={readOnly}
        onChange={(aliPayList) => work.change({ aliPayList })}
      />
    </section>
  );
}

type Method = ReturnType<typeof useEditor>['desk']['methods'][number];
interface MethodListProps {
  readonly label: string;
  readonly chosen: readonly Method['value'][];
  readonly methods: readonly Method[];
  readonly readOnly: boolean;
  onChange(values: Method['value'][]): void;
}

function MethodList({ label, chosen, methods, readOnly, onChange }: MethodListProps) {
  const rest = methods.filter(({ value }) => !chosen.includes(value));
  const rows = [...chosen.flatMap((value) => methods.find((one) => one.value === value) ?? []), ...rest];
  const move = (from: number, by: number) => {
    const next = [...chosen];
    const [one] = next.splice(from, 1);
    if (one) next.splice(from + by, 0, one);
    onChange(next);
  };
  return (
    <ul className="ed-rows" aria-label={label}>
      {rows.map(({ value, label: name, where }, at) => {
        const on = chosen.includes(value);
        return (
          <li key={value}>
            <span>
              <span className="num ed-place">{on ? at + 1 : '—'}</span>
              {name} <small>{where}</small>
            </span>
            <span className="ed-switch">
              {on && !readOnly && (
                <>
                  <Button size="small" aria-label={`${name}上移`} disabled={at === 0} onClick={() => move(at, -1)}>
                    ↑
                  </Button>
                  <Button
                    size="small"
                    aria-label={`${name}下移`}
                    disabled={at === chosen.length - 1}
                    onClick={() => move(at, 1)}
                  >
                    ↓
                  </Button>
                </>
              )}
              <Switch
                size="small"
                aria-label={name}
                checked={on}
                disabled={readOnly}
                onChange={(next) => onChange(next ? [...chosen, value] : chosen.filter((one) => one !== value))}
              />
              {on ? '开' : '关'}
            </span>
          </li>
        );
      })}
    </ul>
  );
}

const COLOURS = [
  ['primaryColor', '主色'],
  ['primaryBgColor', '头图底'],
  ['subBgColor', '浅底'],
  ['textColor', '正文字'],
  ['insuredBgColor', '被保人卡'],
  ['linearBgColor', '头图渐变'],
] as const;

export function ThemePart() {
  const { desk, work, readOnly } = useEditor();
  return (
    <section className="panel ed-part" id="theme" aria-label="主题颜色">
      <h2>
        主题颜色 <small>逐项算对比，文字不到 4.5 不能发布；共 6 项</small>
      </h2>
      <ul className="ed-theme">
        {COLOURS.map(([name, label]) => {
          const pair = desk.theme.find((one) => one.name === name);
          const value = work.fields.theme[name];
          const set = (colour: string) => work.change({ theme: { ...work.fields.theme, [name]: colour } });
          return (
            <li key={name} data-path={`theme.${name}`}>
              <input
                type="color"
                aria-label={`${label}，选颜色`}
                value={/^#[0-9a-f]{6}$/i.test(value) ? value : '#ffffff'}
                disabled={readOnly}
                onChange={(event) => set(event.target.value.toUpperCase())}
              />
              <span>
                {label} <Changed path={`theme.${name}`} />
              </span>
              <Input
                className="num"
                size="small"
                aria-label={label}
                value={value}
                maxLength={7}
                disabled={readOnly}
                onChange={(event) => /^#?[0-9a-f]{0,6}$/i.test(event.target.value) && set(event.target.value)}
              />
              <span className={`state ${pair?.isReadable ? 'state-good' : 'state-bad'} num`}>
                {pair?.beside} {pair?.contrast ?? '不是颜色'}
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
