export type PhoneFault = 'empty' | 'characters' | 'length' | 'segment';

export type PhoneCheck =
  | {
      ok: true;
      /** 11 digits. */
      normalized: string;
    }
  | { ok: false; reason: PhoneFault; message: string };

/** Drops spaces and hyphens, full-width forms and the country code of a pasted number. */
export function normalizePhone(text: string): string {
  const plain = text
    .replace(/[\uFF0B-\uFF19]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .replace(/[\s\u200B-\u200F\u202A-\u202E\uFEFF()-]/g, '');
  return /^(?:\+86|0086|86)(?=1\d{10}$)/.test(plain) ? plain.slice(-11) : plain;
}

const refuse = (reason: PhoneFault, message: string): PhoneCheck => ({ ok: false, reason, message });

/** Checks a mainland mobile number: 11 digits, 1 and then 3–9. */
export function checkPhone(text: string): PhoneCheck {
  const normalized = normalizePhone(text);
  if (normalized === '') return refuse('empty', '请填写手机号');
  if (!/^\d+$/.test(normalized)) return refuse('characters', '手机号只能有数字，请修改');
  if (normalized.length !== 11) {
    const advice = normalized.length < 11 ? '请补全' : `请去掉多出的 ${normalized.length - 11} 位`;
    return refuse('length', `手机号应为 11 位，现在是 ${normalized.length} 位。${advice}`);
  }
  if (!/^1[3-9]/.test(normalized)) return refuse('segment', '手机号应以 13 到 19 开头，请检查前两位');
  return { ok: true, normalized };
}

/** `190 0000 0000`; takes unfinished input. */
export function formatPhone344(text: string): string {
  const phone = normalizePhone(text);
  return [phone.slice(0, 3), phone.slice(3, 7), phone.slice(7)].filter((group) => group !== '').join(' ');
}
