import type { DeclaredCard } from '../identity/card-facts.ts';
import { readDeclaredCard } from '../identity/declared-card.ts';
import { isIdNumber } from '../identity/people-book.ts';
import { isShopAddress, type SandboxParts } from '../sandbox-parts.ts';
import { type Body, onlyKnown, optional } from './body-fields.ts';
import type { CloudAction } from './cloud-door.ts';
import { TencentError, wrongField } from './tencent-error.ts';

const MOST_BASE64 = 10 * 1024 * 1024;
const FETCH_LIMIT_MS = 5000;
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;
const FIELDS = [
  ...['ImageBase64', 'ImageUrl', 'CardSide', 'Config', 'EnableRecognitionRectify', 'EnableReflectDetail'],
  ...['EnableDateVerify', 'CardWarnType', 'EnableWordCheck'],
];
/** Which switch of `Config` makes a warning be told; one without a switch is always told. */
const SWITCHES: Readonly<Record<number, string>> = {
  [-9100]: 'InvalidDateWarn',
  [-9101]: 'BorderCheckWarn',
  [-9105]: 'BorderCheckWarn',
  [-9102]: 'CopyWarn',
  [-9108]: 'CopyWarn',
  [-9103]: 'ReshootWarn',
  [-9104]: 'TempIdWarn',
  [-9106]: 'DetectPsWarn',
  [-9107]: 'ReflectWarn',
};
const ERRORS: Readonly<Record<string, string>> = {
  ImageBlur: '图片模糊',
  ImageDecodeFailed: '图片解码失败',
  ImageNoIdCard: '图片中未检测到身份证',
  ImageSizeTooLarge: '图片尺寸过大',
  IdCardInfoIllegal: '第二代身份证信息不合法（身份证号、姓名字段校验非法等）',
  OcrFailed: 'OCR识别失败',
  MultiCardError: '照片中存在多张卡',
  UnKnowError: '未知错误',
};

/** IDCardOCR without a model: it reads what the picture declares about itself. */
export function ocrActions(parts: SandboxParts): Record<string, CloudAction> {
  const failed = (name: string) => new TencentError(`FailedOperation.${name}`, ERRORS[name] ?? '未知错误');

  const imageOf = async (body: Body): Promise<Buffer> => {
    const address = optional(body, 'ImageUrl', 2048);
    if (address !== undefined) {
      if (!isShopAddress(parts, address)) throw new TencentError('FailedOperation.DownLoadError', '文件下载失败');
      const answer = await fetch(address, { signal: AbortSignal.timeout(FETCH_LIMIT_MS) }).catch(() => undefined);
      if (!answer?.ok) throw new TencentError('FailedOperation.DownLoadError', '文件下载失败');
      return Buffer.from(await answer.arrayBuffer());
    }
    const text = body.ImageBase64;
    if (text === undefined || text === '') throw new TencentError('FailedOperation.EmptyImageError', '图片内容为空');
    if (typeof text !== 'string') throw wrongField('ImageBase64', '必须是字符串');
    if (text.length > MOST_BASE64) throw new TencentError('LimitExceeded.TooLargeFileError', '文件内容太大');
    if (!BASE64.test(text)) throw failed('ImageDecodeFailed');
    return Buffer.from(text, 'base64');
  };

  return {
    IDCardOCR: {
      service: 'ocr',
      version: '2018-11-19',
      handle: async (body) => {
        onlyKnown(body, FIELDS);
        const wanted = optional(body, 'CardSide', 8);
        if (wanted !== undefined && wanted !== 'FRONT' && wanted !== 'BACK')
          throw wrongField('CardSide', '只能是FRONT、BACK');
        const switches = configOf(body);
        const image = await imageOf(body);
        const card = readDeclaredCard(image);
        if (card === 'undecodable') throw failed('ImageDecodeFailed');
        if (card === undefined) throw failed('ImageNoIdCard');
        if (card.error !== undefined) throw failed(card.error);
        const side = card.side ?? (card.authority === undefined ? 'FRONT' : 'BACK');
        if (wanted !== undefined && wanted !== side) throw failed('ImageNoIdCard');
        if (side === 'FRONT' && !isIdNumber(card.idNum ?? '')) throw failed('IdCardInfoIllegal');
        return { ...printed(card, side), AdvancedInfo: JSON.stringify(advanced(card, switches, image)) };
      },
    },
  };
}

function printed(card: DeclaredCard, side: 'FRONT' | 'BACK'): Record<string, unknown> {
  const front = side === 'FRONT';
  const of = (shown: boolean, value: string | undefined): string => (shown ? (value ?? '') : '');
  return {
    Name: of(front, card.name),
    Sex: of(front, card.sex),
    Nation: of(front, card.nation),
    Birth: of(front, card.birth),
    Address: of(front, card.address),
    IdNum: of(front, card.idNum),
    Authority: of(!front, card.authority),
    ValidDate: of(!front, card.validDate),
  };
}

function advanced(card: DeclaredCard, on: Record<string, unknown>, image: Buffer): Record<string, unknown> {
  const told = (card.warnings ?? []).filter((code) => SWITCHES[code] === undefined || on[SWITCHES[code]] === true);
  return {
    ...(on.CropIdCard === true ? { IdCard: image.toString('base64') } : {}),
    ...(on.CropPortrait === true ? { Portrait: image.toString('base64') } : {}),
    ...(on.Quality === true ? { Quality: card.quality ?? 90 } : {}),
    WarnInfos: told,
  };
}

/** `Config` is JSON as text, not an object. */
function configOf(body: Body): Record<string, unknown> {
  const text = optional(body, 'Config', 4096);
  if (text === undefined) return {};
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  } catch {
    // Falls through to the platform's own complaint.
  }
  throw wrongField('Config', '应为JSON对象的文本');
}
