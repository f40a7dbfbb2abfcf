/** What is wrong with a code before it is sent. */
export function codeProblem(code: string): string | undefined {
  if (code === '') return '请填写短信里的 6 位数字';
  return code.length === 6 ? undefined : `验证码是 6 位数字，现在是 ${code.length} 位。请补全`;
}
