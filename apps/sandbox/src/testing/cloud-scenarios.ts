import { cardPng, cloudCall, pressFace, smsBody, wbfaceShop } from './cloud-shop.ts';
import { type FaultStage, type Scenario, seen } from './fault-stage.ts';

const PERSON = { IdCard: '32010619880316002X', Name: '张三' };

async function cloudSeen(stage: FaultStage, action: string, body: unknown): Promise<unknown> {
  const answer = await seen(stage, cloudCall(stage.sandbox, action, body));
  const { control } = stage.sandbox;
  const effects = [control.sms().map(({ arrivesAtMs }) => arrivesAtMs), control.identity.faces.list().length];
  return answer === 'no answer'
    ? [answer, effects]
    : [answer.status, answer.data.RequestId !== undefined, answer.code, effects];
}

const opened = async ({ sandbox }: FaultStage) =>
  (await cloudCall(sandbox, 'DetectAuth', { RuleId: '1', ...PERSON, RedirectUrl: 'http://localhost:3000/back' })).data;

/** Tencent Cloud, action by action, and the page of a face check. */
export const tencentScenarios: Record<string, Scenario> = {
  SendSms: (stage) => cloudSeen(stage, 'SendSms', smsBody(stage.sandbox, '13800138000')),
  PullSmsSendStatusByPhoneNumber: ({ sandbox, ...stage }) => {
    const { sdkAppId } = sandbox.keys.tencent.sms;
    const body = { SmsSdkAppId: sdkAppId, PhoneNumber: '+8613800138000', BeginTime: 0, Offset: 0, Limit: 1 };
    return cloudSeen({ sandbox, ...stage }, 'PullSmsSendStatusByPhoneNumber', body);
  },
  IdCardVerification: (stage) => cloudSeen(stage, 'IdCardVerification', PERSON),
  PhoneVerification: (stage) => cloudSeen(stage, 'PhoneVerification', { ...PERSON, Phone: '13800138000' }),
  DetectAuth: (stage) => cloudSeen(stage, 'DetectAuth', { RuleId: '1', ...PERSON }),
  GetDetectInfoEnhanced: async (stage) => {
    const { BizToken } = await opened(stage);
    return cloudSeen(stage, 'GetDetectInfoEnhanced', { BizToken, RuleId: '1' });
  },
  IDCardOCR: (stage) => {
    const image = cardPng({ name: '张三', idNum: PERSON.IdCard });
    return cloudSeen(stage, 'IDCardOCR', { ImageBase64: image.toString('base64') });
  },
  detect: async (stage) => {
    const { Url } = await opened(stage);
    const back = await pressFace(stage.sandbox, await (await fetch(Url)).text(), 'pass');
    return [back.status, stage.sandbox.control.identity.faces.list()[0]?.ending];
  },
};

/** WBface, call by call. */
export const wbfaceScenarios: Record<string, Scenario> = {
  access_token: async (stage) => answerOf(await seen(stage, wbfaceShop(stage.sandbox).token())),
  api_ticket: async (stage) => {
    const shop = wbfaceShop(stage.sandbox);
    return answerOf(await seen(stage, shop.ticket((await shop.token()).access_token)));
  },
  face_id: async (stage) => {
    const { shop, sign } = await ready(stage);
    const answer = answerOf(await seen(stage, shop.faceId('ORDER0001', sign)));
    return [answer, stage.sandbox.control.identity.wbface.list().length];
  },
  face_record: async (stage) => {
    const { shop, sign } = await ready(stage);
    const { result } = await shop.faceId('ORDER0001', sign);
    stage.sandbox.control.identity.wbface.end(result.h5faceId, 'pass');
    return answerOf(await seen(stage, shop.record('ORDER0001', sign)));
  },
  login: async (stage) => {
    const { shop, sign, nonce } = await ready(stage);
    const { result } = await shop.faceId('ORDER0001', sign);
    const page = await (await fetch(shop.loginAddress('ORDER0001', result.h5faceId, nonce))).text();
    const back = await pressFace(stage.sandbox, page, 'pass');
    return [back.status, stage.sandbox.control.identity.wbface.list()[0]?.ending];
  },
};

async function ready({ sandbox }: FaultStage) {
  const shop = wbfaceShop(sandbox);
  const { access_token } = await shop.token();
  const sign = (await shop.ticket(access_token)).tickets[0].value;
  const nonce = (await shop.ticket(access_token, { type: 'NONCE', user_id: 'u1' })).tickets[0].value;
  return { shop, sign, nonce };
}

function answerOf(answer: Record<string, unknown> | 'no answer'): unknown {
  return answer === 'no answer' ? answer : [answer.code, answer.unreadable];
}
