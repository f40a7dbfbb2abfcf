/** Why a face check was not passed, and what helps. */
const FAILURES: Readonly<Record<string, string>> = {
  'not-live': '没有拍到清楚的真人画面。请到光线好的地方，正对屏幕，按提示做动作',
  'not-same': '拍到的人和身份证照片对不上。请本人来刷，摘下口罩、帽子和墨镜',
  'name-mismatch': '姓名和身份证号对不上。请返回检查填写的内容',
  other: '刷脸没有通过。请换个光线好的地方再试，或者换别的办法核对',
};

export function failureText(reason: string | null): string {
  return FAILURES[reason ?? ''] ?? (FAILURES.other as string);
}
