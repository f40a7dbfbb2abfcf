import { isIdNumber } from '../identity/people-book.ts';
import type { SandboxParts } from '../sandbox-parts.ts';
import { type Body, need, onlyKnown, optional } from './body-fields.ts';
import type { CloudAction } from './cloud-door.ts';
import type { FaceBook } from './face-book.ts';
import { FACEID_VERSION } from './person-checks.ts';
import { TencentError, wrongField } from './tencent-error.ts';

export const DETECT_PATH = '/faceid/detect';
const IMAGE_LIMIT = 3 * 1024 * 1024;
const DETECT_FIELDS = [
  ...[
    'RuleId',
    'TerminalType',
    'IdCard',
    'Name',
    'RedirectUrl',
    'Extra',
    'ImageBase64',
    'Encryption',
    'IntentionVerifyText',
  ],
  ...['IntentionQuestions', 'IntentionActions', 'Config'],
];
const QUERY_FIELDS = [
  ...['BizToken', 'RuleId', 'InfoType', 'BestFramesCount', 'IsCutIdCardImage', 'IsNeedIdCardAvatar', 'IsEncrypt'],
  ...['IsEncryptResponse', 'Encryption'],
];
/** A grey picture of one point, standing for the best frame of the person's face. */
const BEST_FRAME =
  '/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAP//////////////////////////////////////////////////////////////////////////////////////wAALCAABAAEBAREA/8QAFAABAAAAAAAAAAAAAAAAAAAAA//EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQEAAD8AN//Z';

/** DetectAuth, which opens a check, and GetDetectInfoEnhanced, which tells its result. */
export function faceActions({ keys, origin }: SandboxParts, faces: FaceBook): Record<string, CloudAction> {
  const checkRule = (ruleId: string): string => {
    if (ruleId !== keys.tencent.faceRuleId)
      throw new TencentError('InvalidParameterValue.RuleIdNotExist', 'RuleId不存在');
    return ruleId;
  };

  return {
    DetectAuth: {
      service: 'faceid',
      version: FACEID_VERSION,
      handle: (body) => {
        onlyKnown(body, DETECT_FIELDS);
        const ruleId = checkRule(need(body, 'RuleId', 16));
        const idCard = optional(body, 'IdCard', 32);
        const name = optional(body, 'Name', 32);
        if ((idCard === undefined) !== (name === undefined)) throw wrongField('IdCard', '与Name应同时传入');
        if (idCard !== undefined && !isIdNumber(idCard))
          throw new TencentError('FailedOperation.IdFormatError', '身份证号码格式错误');
        optional(body, 'ImageBase64', IMAGE_LIMIT);
        const check = faces.create({
          ...{ ruleId, idCard, name },
          redirectUrl: redirectOf(body),
          extra: optional(body, 'Extra', 1024) ?? '',
        });
        return { Url: `${origin()}${DETECT_PATH}?token=${check.bizToken}`, BizToken: check.bizToken };
      },
    },
    GetDetectInfoEnhanced: {
      service: 'faceid',
      version: FACEID_VERSION,
      handle: (body) => {
        onlyKnown(body, QUERY_FIELDS);
        const wanted = optional(body, 'InfoType', 8) ?? '0';
        if (!/^[0-3]+$/.test(wanted)) throw wrongField('InfoType', '只能由0、1、2、3组成');
        const wants = (type: string) => wanted.includes('0') || wanted.includes(type);
        const text = faces.result(need(body, 'BizToken', 64), checkRule(need(body, 'RuleId', 16)));
        const frame = text.ErrCode === null ? null : BEST_FRAME;
        return {
          Text: wants('1') ? text : null,
          IdCardData: wants('2') ? { OcrFront: null, OcrBack: null } : null,
          BestFrame: wants('3') ? { BestFrame: frame, BestFrames: frame === null ? [] : [frame] } : null,
          VideoData: null,
          Encryption: null,
          IntentionVerifyData: null,
        };
      },
    },
  };
}

function redirectOf(body: Body): string | undefined {
  const value = optional(body, 'RedirectUrl', 1024);
  if (value !== undefined && !(URL.canParse(value) && /^https?:$/.test(new URL(value).protocol)))
    throw wrongField('RedirectUrl', '不是网页地址');
  return value;
}
