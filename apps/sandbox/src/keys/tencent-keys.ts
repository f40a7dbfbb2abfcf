import { randomBytes, randomInt } from 'node:crypto';

/** One key pair for all services of Tencent Cloud, and what is registered there for the shop. */
export type TencentKeys = {
  secretId: string;
  secretKey: string;
  sms: {
    sdkAppId: string;
    signName: string;
    /** Which template serves which purpose, for the shop's configuration. */
    templateIds: {
      login: string;
      issued: string;
      result: string;
      refund: string;
      account: string;
      change: string;
      saleOpen: string;
      renewalOpen: string;
    } & Record<WithholdingText | GroupText, string>;
    /** Registered texts with `{1}`, `{2}`… and what stands in each place. */
    templates: Record<string, { text: string; parameters: string[] }>;
  };
  /** The rule of face checks (人脸核身). */
  faceRuleId: string;
};

/** The H5 face check of WeBank: its own application, secret and tickets. */
export type WbfaceKeys = { appId: string; secret: string };

const LOGIN_TEXT = '您的验证码是{1}，10分钟内有效。请不要告诉任何人。';
const RESULT_TEXT = '{1}的订单：{2}。可在我的订单里看每一笔钱。';
const CHANGE_TEXT = '{1}：{2}。详情请看订单；如果不是您本人办理，请马上打客服电话。';
const REFUND_TEXT = '{1}的退款{2}元已原路退回，请看付款账户的记录。';
const ACCOUNT_TEXT = '您的账户：{1}。如果不是您本人办理，请马上打客服电话。';
const ISSUED_TEXT = '{1}的{2}份保单已生成，可在我的订单里查看和下载。';
const SALE_OPEN_TEXT = '您预约的{1}已开始参保，到{2}截止。请点短信里的链接或从公众号进入，自己参保后保障才会生效。';

const RENEWAL_TEXT = '{1}已开始参保，到{2}截止。您上一年的保障到期就结束，不会自己接上，可到个人中心的续保里看。';

type WithholdingText = 'withholdingAsk' | 'withholdingComing' | 'withholdingOutcome' | 'withholdingClosed';
const WITHHOLDING_TEXTS: [WithholdingText, { text: string; parameters: string[] }][] = [
  [
    'withholdingAsk',
    {
      text: '{1}可以重新投保了，{2}元。请在{3}前到自动扣费管理里看变化并确认，不确认就不扣费，也不投保。',
      parameters: ['product', 'amount', 'date'],
    },
  ],
  [
    'withholdingComing',
    {
      text: '{1}将在{3}自动扣费{2}元。不想投保请在那之前到自动扣费管理里关闭。',
      parameters: ['product', 'amount', 'date'],
    },
  ],
  [
    'withholdingOutcome',
    { text: '{1}自动重新投保：{2}。可在自动扣费管理里看记录。', parameters: ['product', 'result'] },
  ],
  [
    'withholdingClosed',
    { text: '{1}的自动重新投保已关闭，以后不会扣费，已生效保单不受影响。', parameters: ['product'] },
  ],
];

type GroupText = 'groupInvite' | 'groupNews' | 'familyAsk';
const GROUP_TEXTS: Record<GroupText, { text: string; parameters: string[] }> = {
  groupInvite: {
    text: '{1}要为您投保{2}，保费由单位付。请打开本站 /g/{3} 核对并由您本人确认；不想参加也请在里面说明。',
    parameters: ['company', 'product', 'link'],
  },
  familyAsk: {
    text: '{1}为您投保了{2}，您不用付钱。请打开本站 /f/{3} 看一看，由您本人确认；不认识这个人，也请在里面说明。',
    parameters: ['name', 'product', 'link'],
  },
  groupNews: { text: '{1}的团体参保：{2}。详情请看团体参保进度。', parameters: ['company', 'result'] },
};

/** New random keys; the beginnings mark throw-away material. */
export function makeTencentKeys(): TencentKeys {
  return tencentKeys(`AKIDSANDBOX${randomBytes(11).toString('hex').slice(0, 22)}`, randomBytes(16).toString('hex'), {
    sdkAppId: `14${String(randomInt(100_000_000)).padStart(8, '0')}`,
    signName: '补充医保',
    login: '1000001',
  });
}

export function makeWbfaceKeys(): WbfaceKeys {
  return { appId: `SBX${randomBytes(3).toString('hex').toUpperCase()}`, secret: randomBytes(32).toString('hex') };
}

/** The keys of the example files. */
// biome-ignore lint/suspicious/noExplicitAny: the example file's own shape.
export function tencentKeysFrom(example: any): TencentKeys {
  // biome-ignore lint/suspicious/noExplicitAny: as above
  const sms = JSON.parse(example.cases.find((sample: any) => sample.action === 'SendSms').payload);
  return tencentKeys(example.secretId, example.secretKey, {
    ...{ sdkAppId: sms.SmsSdkAppId, signName: sms.SignName },
    login: sms.TemplateId,
  });
}

// biome-ignore lint/suspicious/noExplicitAny: the example file's own shape.
export function wbfaceKeysFrom(example: any): WbfaceKeys {
  // biome-ignore lint/suspicious/noExplicitAny: as above
  const own = example.cases.find((sample: any) => sample.origin === 'own');
  return { appId: own.fields.appId, secret: '0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef' };
}

function tencentKeys(
  secretId: string,
  secretKey: string,
  sms: { sdkAppId: string; signName: string; login: string },
): TencentKeys {
  const [issued, result, refund, change, account, saleOpen, renewalOpen] = [1, 2, 3, 4, 10, 25, 26].map((step) =>
    String(Number(sms.login) + step),
  ) as [string, string, string, string, string, string, string];
  const withholding = Object.fromEntries(
    WITHHOLDING_TEXTS.map(([name], at) => [name, String(Number(sms.login) + 11 + at)]),
  ) as Record<WithholdingText, string>;
  const [groupInvite, groupNews, familyAsk] = [31, 32, 33].map((step) => String(Number(sms.login) + step)) as [
    string,
    string,
    string,
  ];
  const group = { groupInvite, groupNews, familyAsk };
  return {
    secretId,
    secretKey,
    sms: {
      sdkAppId: sms.sdkAppId,
      signName: sms.signName,
      templateIds: {
        login: sms.login,
        issued,
        result,
        refund,
        account,
        change,
        saleOpen,
        renewalOpen,
        ...withholding,
        ...group,
      },
      templates: {
        [sms.login]: { text: LOGIN_TEXT, parameters: ['code'] },
        [issued]: { text: ISSUED_TEXT, parameters: ['product', 'count'] },
        [result]: { text: RESULT_TEXT, parameters: ['product', 'result'] },
        [account]: { text: ACCOUNT_TEXT, parameters: ['event'] },
        [refund]: { text: REFUND_TEXT, parameters: ['product', 'amount'] },
        [renewalOpen]: { text: RENEWAL_TEXT, parameters: ['product', 'date'] },
        [saleOpen]: { text: SALE_OPEN_TEXT, parameters: ['product', 'date'] },
        [change]: { text: CHANGE_TEXT, parameters: ['product', 'result'] },
        ...Object.fromEntries(WITHHOLDING_TEXTS.map(([name, text]) => [withholding[name], text])),
        [group.groupInvite]: GROUP_TEXTS.groupInvite,
        [group.groupNews]: GROUP_TEXTS.groupNews,
        [group.familyAsk]: GROUP_TEXTS.familyAsk,
      },
    },
    faceRuleId: '1',
  };
}
