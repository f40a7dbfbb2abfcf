import type { CallFailure } from '../../api/client.ts';

/** What is wrong with a code before it is sent. */
export function codeProblem(code: string): string | undefined {
  if (code === '') return '请填写短信里的 6 位数字';
  return code.length === 6 ? undefined : `验证码是 6 位数字，现在是 ${code.length} 位。请补全`;
}

export function noReplyText(screen: 'offline' | 'busy'): string {
  return screen === 'offline' ? '网络不通。检查网络后再试，您填的内容还在' : '系统忙，请稍后再试';
}

/** Which fields the server found fault with. */
export function faultyFields(failure: CallFailure): readonly string[] {
  const fields = (failure.result as { fields?: { path: string }[] } | null)?.fields ?? [];
  return fields.map((field) => field.path);
}
