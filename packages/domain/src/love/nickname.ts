export type NicknameCheck =
  | { readonly ok: true; readonly nickname: string }
  | { readonly ok: false; readonly message: string };

export const NICKNAME_MAX = 10;

/** Words that would make a keepsake look official, promise something, or insult somebody. */
const BARRED = [
  ...['政府', '医保局', '医保中心', '卫健委', '银保监', '金融监管', '保监', '国务院', '党委', '公安', '法院', '官方'],
  ...['保险公司', '保险凭证', '保单', '客服', '经纪', '理赔', '承保', '续保'],
  ...['免费', '返现', '返利', '红包', '中奖', '领奖', '赠险', '稳赚', '包赔', '必赔', '兜底', '停售'],
  ...['加微信', '微信号', '公众号', '扫码', '电话', '手机号', '代办', '代理', '贷款', '赌', '博彩', '色情', '约炮'],
  ...['傻逼', '傻比', '操你', '妈的', '他妈', '去死', '混蛋', '王八蛋', '贱人', '废物', '白痴', '滚蛋'],
  ...['法轮', '台独', '藏独', '疆独'],
  ...['fuck', 'shit', 'bitch', 'vx', 'wx', 'qq', 'http', 'www', '.com', '.cn'],
];

const ALLOWED = /^[\p{Script=Han}A-Za-z0-9· ]+$/u;
/** As long as the beginning of a phone or identity number. */
const DIGITS_IN_A_ROW = /\d{5,}/;

/** How a giver may be called on a keepsake: short, plain, nothing that leads elsewhere or looks official. */
export function checkNickname(text: string): NicknameCheck {
  const nickname = text.normalize('NFKC').replace(/[•・]/g, '·').replace(/\s+/g, ' ').trim();
  const refuse = (message: string): NicknameCheck => ({ ok: false, message });
  if (nickname === '') return refuse('请填写称呼，比如 小张');
  const length = Array.from(nickname).length;
  if (length > NICKNAME_MAX) return refuse(`称呼最多 ${NICKNAME_MAX} 个字，现在是 ${length} 个`);
  if (!ALLOWED.test(nickname)) return refuse('称呼只能用汉字、字母和数字');
  if (DIGITS_IN_A_ROW.test(nickname)) return refuse('称呼里不能有电话、证件号这样的号码');
  const plain = nickname.toLowerCase().replace(/[· ]/g, '');
  if (plain === '') return refuse('请填写称呼，比如 小张');
  if (BARRED.some((word) => plain.includes(word.replace(/[· ]/g, '')))) return refuse('这个称呼不能用，请换一个');
  return { ok: true, nickname };
}
