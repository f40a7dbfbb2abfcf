import { messageKind } from './message-kinds.ts';

/** Words of a diagnosis: what somebody suffers from is nobody's business who reads along on a phone. */
const DISEASES = /癌|肿瘤|白血病|糖尿病|高血压|肝炎|肝硬化|尿毒症|艾滋|抑郁|精神分裂|冠心病|心肌梗|脑梗|脑卒中/;
/** A whole run of digits that is an identity number or a phone; longer ones are numbers of ours. */
const NUMBERS = /^(?:\d{17}[\dXx]|1[3-9]\d{9})$/;
export const PLACE = /\$\{(\w+)\}/g;
/** More than this is two messages. */
const LONGEST = 200;

/** Whether what is filled into a message would show who somebody is, or what they suffer from. */
export function tellsTooMuch(parameters: Readonly<Record<string, string>>): boolean {
  return Object.values(parameters).some(
    (text) => DISEASES.test(text) || (text.match(/\d+[Xx]?/g) ?? []).some((run) => NUMBERS.test(run)),
  );
}

/** What is wrong with a template's text, as sentences; none when it may be registered. */
export function templateProblems(kind: string, text: string): string[] {
  const { places, purpose } = messageKind(kind);
  const used = [...text.matchAll(PLACE)].map(([, name]) => name ?? '');
  const unknown = used.filter((name) => !Object.keys(places).includes(name));
  const missing = Object.keys(places).filter((name) => !used.includes(name));
  const problems: string[] = [];
  if (unknown.length > 0) problems.push(`没有这样的变量：${[...new Set(unknown)].join('、')}`);
  if (missing.length > 0) problems.push(`少了变量：${missing.join('、')}`);
  // biome-ignore lint/suspicious/noTemplateCurlyInString: places that the gateway fills in
  if (text.replace(PLACE, '').includes('${')) problems.push('变量要写成 ${名字}');
  if (/[【】]/.test(text)) problems.push('签名由网关加上，正文里不要写【】');
  if (tellsTooMuch({ text })) problems.push('正文里不能有证件号、手机号或病名');
  if (purpose === 'marketing' && !text.endsWith('拒收请回复R')) problems.push('营销短信要以“拒收请回复R”结尾');
  if (purpose !== 'marketing' && text.includes('拒收请回复')) problems.push('这类短信不是营销，不写退订');
  if (text.length > LONGEST) problems.push(`正文最多 ${LONGEST} 个字`);
  return problems;
}

const SET_PLACE = /(\p{Script=Han})?\$\{(\w+)\}(?=(\p{Script=Han})?)/gu;

/** A text of the inbox, filled in as screens set it: a figure at either edge of what is filled in stands a space apart. */
export function filledInbox(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(SET_PLACE, (place, before: string | undefined, name: string, after: string | undefined) => {
    const value = values[name];
    if (value === undefined) return place;
    return `${before ?? ''}${before && /^\d/.test(value) ? ' ' : ''}${value}${after && /\d$/.test(value) ? ' ' : ''}`;
  });
}

/** A template as it arrives, with the examples of its kind or what is given filled in. */
export function filledText(kind: string, text: string, given?: Readonly<Record<string, string>>): string {
  const values = given ?? messageKind(kind).places;
  return text.replace(PLACE, (place, name: string) => values[name] ?? place);
}
