export type ContactField = 'nickname' | 'email' | 'address';

export type ContactCheck =
  | { readonly ok: true /** Null: removed. */; readonly value: string | null }
  | { readonly ok: false; readonly message: string };

const EMAIL =
  /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?)+$/;
/** Control, direction and invisible characters have no place in what others will read. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/gu;

/** One line of contact data: trimmed, blanks drawn together; an empty one is taken out. */
export function checkContact(field: ContactField, text: string): ContactCheck {
  const value = text.normalize('NFC').replace(UNSEEN, '').replace(/\s+/gu, ' ').trim();
  if (value === '') return { ok: true, value: null };
  const length = Array.from(value).length;
  switch (field) {
    case 'nickname':
      if (/[<>]/.test(value)) return { ok: false, message: '称呼里不要用尖括号，请修改' };
      return length <= 20 ? { ok: true, value } : { ok: false, message: `称呼最多 20 个字，现在是 ${length} 个字` };
    case 'email':
      return value.length <= 100 && EMAIL.test(value)
        ? { ok: true, value }
        : { ok: false, message: '邮箱格式不对，应像 name@example.cn，请检查' };
    case 'address':
      if (/[<>]/.test(value)) return { ok: false, message: '地址里不要用尖括号，请修改' };
      if (length < 5) return { ok: false, message: '地址太短，请写到街道和门牌号' };
      return length <= 120 ? { ok: true, value } : { ok: false, message: `地址最多 120 个字，现在是 ${length} 个字` };
  }
}
