import type { CardAnswer, CardNotes, CardReader, CardWarning } from '../../ports/identity-checks.ts';
import { askTc3, objectOf, type Tc3Account, type Tc3Fields, textOf } from './tc3-call.ts';

export interface CardReaderOptions extends Tc3Account {
  readonly region: string;
}

const VERSION = '2018-11-19';
const CONFIG = JSON.stringify({
  CopyWarn: true,
  BorderCheckWarn: true,
  ReshootWarn: true,
  DetectPsWarn: true,
  TempIdWarn: true,
  InvalidDateWarn: true,
  ReflectWarn: true,
  Quality: true,
});
const WARNINGS: Readonly<Record<number, CardWarning>> = {
  [-9100]: 'dates-wrong',
  [-9101]: 'border',
  [-9102]: 'copy',
  [-9103]: 'screen',
  [-9104]: 'temporary',
  [-9105]: 'covered',
  [-9106]: 'edited',
  [-9107]: 'reflection',
  [-9108]: 'copy',
  [-9110]: 'electronic',
};
const UNREADABLE: Readonly<Record<string, Extract<CardAnswer, { kind: 'unreadable' }>['why']>> = {
  'FailedOperation.ImageBlur': 'blurred',
  'FailedOperation.ImageNoIdCard': 'no-card',
  'FailedOperation.MultiCardError': 'several',
  'FailedOperation.ImageDecodeFailed': 'broken',
  'FailedOperation.ImageSizeTooLarge': 'broken',
  'LimitExceeded.TooLargeFileError': 'broken',
  'FailedOperation.IdCardInfoIllegal': 'other',
  'FailedOperation.OcrFailed': 'other',
  'FailedOperation.UnKnowError': 'other',
};

/** Tencent Cloud IDCardOCR. Neither picture nor cut-outs of it come back. */
export function createCardReader(options: CardReaderOptions): CardReader {
  return {
    async read({ image, side }) {
      const answer = await askTc3(options, {
        ...{ service: 'ocr', action: 'IDCardOCR', version: VERSION, region: options.region },
        body: {
          ImageBase64: image.toString('base64'),
          CardSide: side === 'front' ? 'FRONT' : 'BACK',
          Config: CONFIG,
          EnableRecognitionRectify: true,
        },
      });
      if (answer.kind === 'error') {
        const why = UNREADABLE[answer.code];
        return why === undefined ? { kind: 'busy', code: answer.code } : { kind: 'unreadable', why };
      }
      if (answer.kind !== 'fields') return { kind: 'busy', code: answer.code };
      return side === 'front' ? frontOf(answer.fields) : backOf(answer.fields);
    },
  };
}

function frontOf(fields: Tc3Fields): CardAnswer {
  const [name, idNumber] = [textOf(fields.Name), textOf(fields.IdNum)];
  if (name === null || idNumber === null || name.length > 60 || idNumber.length > 30) {
    return { kind: 'unreadable', why: 'other' };
  }
  return { kind: 'front', name, idNumber, notes: notesOf(fields) };
}

function backOf(fields: Tc3Fields): CardAnswer {
  const validText = textOf(fields.ValidDate);
  if (validText === null || validText.length > 40) return { kind: 'unreadable', why: 'other' };
  return { kind: 'back', validText, notes: notesOf(fields) };
}

/** `AdvancedInfo` is JSON as text. */
function notesOf(fields: Tc3Fields): CardNotes {
  let info: Tc3Fields | null = null;
  try {
    info = objectOf(JSON.parse(textOf(fields.AdvancedInfo) ?? '{}'));
  } catch {
    // Without it nothing odd is known about the photo.
  }
  const codes = Array.isArray(info?.WarnInfos) ? info.WarnInfos : [];
  const warnings = codes.flatMap((code) => WARNINGS[Number(code)] ?? []);
  const quality = Number(info?.Quality);
  return {
    warnings: [...new Set(warnings)],
    quality: info?.Quality === undefined || !Number.isFinite(quality) ? null : quality,
  };
}
