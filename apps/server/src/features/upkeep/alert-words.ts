import { providerLabel } from '@huimin/domain/payment';
import { titleOfJob } from './job-titles.ts';

interface Words {
  readonly title: string;
  readonly advice: string;
}

/** What an alert is called, and what is to be done about it: there is no kind without words. */
const ALERT_WORDS = {
  'payment-unknown-order': {
    title: '付款找不到订单',
    advice: '在三方对账里找这一笔，钱会自动退回；超过一天没退请人工退',
  },
  'payment-currency': { title: '付款币种不对', advice: '联系渠道核对商户设置' },
  'payment-amount': { title: '付款金额和订单不一致', advice: '打开订单看资金时间线，按差异处理' },
  'payment-twice': {
    title: '同一个付款单号来了第二笔钱',
    advice: '系统只记第一笔。到渠道后台核对这笔流水，确实收了两次就在渠道原路退回',
  },
  'payment-other-order': {
    title: '一笔渠道流水来付第二笔订单',
    advice: '这笔钱已经记在另一笔订单上，这笔订单没有算付款。到渠道后台核对流水是哪一笔订单的，再找渠道更正',
  },
  'payment-surplus': { title: '多付了一笔', advice: '会自动全额退回，在订单里看退款到了没有' },
  'payment-refunded-elsewhere': { title: '渠道那边已经退款', advice: '在三方对账里按“状态不符”处理' },
  'payment-notice-content': { title: '渠道通知的内容不对', advice: '核对渠道商户号和密钥，可能是配置或冒充' },
  'payment-refused': {
    title: '渠道拒绝发起付款',
    advice:
      '按渠道返回的代码核对商户权限和额度；说签名或时间不对的，请系统管理员核对密钥和服务器的钟，修好以前这种方式谁也付不了',
  },
  'refund-refused': {
    title: '渠道拒绝退款',
    advice: '每小时会用原单号再退一次。钱不够的，给商户号充值就行；原路退不了的，改用人工退款并登记',
  },
  'refund-abnormal': { title: '退款异常', advice: '收款账户可能已注销，联系缴费人后人工退款并登记' },
  'refund-closed': { title: '退款被渠道关闭', advice: '系统会换号再退，再不成请人工退款' },
  'refund-amount': {
    title: '渠道退的金额和要退的不一样',
    advice: '没有算退到。到渠道后台核对这笔退款的流水，请渠道更正；退少的补退，退多的追回',
  },
  'refund-twice': { title: '同一笔可能退了两次', advice: '马上核对渠道流水，追回多退的' },
  'refund-held': {
    title: '人工退款没有说定，退款停着',
    advice: '核对银行回单：钱已经付了就重新登记；没有付，在退款里申请放行，由第二个人同意',
  },
  'event-stuck': { title: '后续处理卡住', advice: '看任务和运行情况里的错误，处理后会自动再试' },
  'message-refused': {
    title: '短信网关不肯发短信',
    advice:
      '验证码也走这个网关，发不出去居民就登录不了。余额、签名、模板、密钥的问题到网关后台处理；一时修不好，请系统管理员换另一家网关。修好以后在“通知”里重发',
  },
  'wechat-refused': {
    title: '微信不认我们的公众号或小程序',
    advice:
      '微信里打开页面会卡在授权，用公众号付款、分享也会不行。按代码处理：40001、40125、40243 是密钥不对或被冻结，40013 是 AppID 不对，40164 是服务器出口地址没进 IP 白名单，45009 是今天的调用次数用完了（在公众平台“接口权限”里清零）。修好以前请居民用浏览器打开',
  },
  'bill-missing': { title: '渠道账单没取到', advice: '在三方对账里重新取账单' },
  'bill-difference': { title: '对账有差异', advice: '在三方对账里逐条处理' },
  'bill-corrections': {
    title: '渠道账单里有差错交易',
    advice: '银行更正的交易（如拒付、手工退货）不带我方单号，请到渠道后台逐笔核对',
  },
  'issue-file-refused': { title: '保司出单文件读不了', advice: '请保司按模板重发' },
  'issue-difference': { title: '出单和保司不一致', advice: '在三方对账里逐条处理' },
  'group-premium-changed': {
    title: '单位付了款，产品价格变了，还没参保的人停着',
    advice:
      '在团体参保里打开这家单位：价格改错了就把产品版本改回账单的单价，会自动接着参保；确实改了价就停这张账单，把钱退回或出新账单',
  },
  'group-left-out': {
    title: '城市恢复参保了，单位里还有人没进账单',
    advice: '在团体参保里打开这家单位，点开始收名单，再出账单；单位多付的钱会先抵上',
  },
  'ledger-unbalanced': {
    title: '账不平',
    advice:
      '财务在三方对账里打开试算平衡，按标出的各处查；系统管理员看服务器日志和最近的部署。每小时再算一次，账平了提醒自动消掉',
  },
  'audit-altered': {
    title: '审计日志被改过',
    advice: '审计管理员按编号核对备份，系统管理员查谁动过数据库；在查清以前不要删任何东西。链再验完整了提醒自动消掉',
  },
  'evidence-log-damaged': {
    title: '证据日志对不上',
    advice:
      '查清以前不再签新的检查点，销售和录制照常。系统管理员看服务器日志里的原因，按证据手册核对数据库、存储和第二处的副本；在查清以前不要删任何东西。再查对上了提醒自动消掉',
  },
  'rights-late': {
    title: '本人的权利申请过了期限没有答复',
    advice: '合规在“本人的权利”里先办过期的，答复里写明为什么晚了。都答复了提醒自动消掉',
  },
  'forgetting-failed': {
    title: '到期的个人信息没有销毁成',
    advice: '别的照常销毁，这一份会自动再试。系统管理员看服务器日志里的原因；销毁了提醒自动消掉',
  },
  'claim-file-refused': { title: '理赔文件读不了', advice: '请保司按模板重发' },
} as const satisfies Readonly<Record<string, Words>>;

export type AlertKind = keyof typeof ALERT_WORDS;

/** The words of a kind as it is stored; those of one that is gone are its name. */
export function alertWords(kind: string): Words {
  return Object.hasOwn(ALERT_WORDS, kind) ? ALERT_WORDS[kind as AlertKind] : { title: kind, advice: '' };
}

/** What was wrong with a notice that was signed rightly, or with a file; which account it is about. */
const REASONS: Readonly<Record<string, string>> = {
  merchant: '不是我们的商户号',
  app: '不是我们的应用号',
  'trade-type': '交易种类不对',
  content: '内容不全或写法不对',
  'event-type': '通知种类不认识',
  decryption: '解不开',
  official: '公众号',
  mini: '小程序',
  stale: '时间差得太多',
  imported: '读完了，错的行没有收',
  refused: '整份没有收',
};

const pieces = (unit: string) => (value: string | number) => `${value} ${unit}`;
const named = (value: string | number) => REASONS[value] ?? String(value);
const asItIs = (value: string | number) => String(value);
const yuan = (value: string | number) => (typeof value === 'number' ? `${(value / 100).toFixed(2)} 元` : value);

/** Each detail an alert can have: what it is called, and how its value is written. */
const DETAILS = {
  amountFen: ['金额', yuan],
  billFen: ['账单金额', yuan],
  toldFen: ['渠道说的金额', yuan],
  orderFen: ['订单金额', yuan],
  groupNo: ['团体编号', asItIs],
  unitFen: ['账单单价', yuan],
  premiumFen: ['现在的保费', yuan],
  merchantOrderNo: ['付款单号', asItIs],
  providerTxn: ['渠道流水', asItIs],
  provider: ['渠道', (value) => providerLabel(String(value))],
  refundNo: ['退款单号', asItIs],
  account: ['哪个账号', named],
  code: ['渠道代码', asItIs],
  reason: ['原因', named],
  event: ['哪一步', (value) => titleOfJob(String(value))],
  day: ['日期', asItIs],
  latestDay: ['到哪天的文件', asItIs],
  edition: ['产品编码', asItIs],
  differences: ['差异', pieces('笔')],
  opened: ['新的差异', pieces('笔')],
  file: ['文件', asItIs],
  rows: ['行数', pieces('行')],
  bad: ['有问题的行', pieces('行')],
  state: ['状态', named],
  currency: ['币种', asItIs],
  totalFen: ['借贷合计差', yuan],
  clearing: ['待清算和收退款对不上', asItIs],
  wrongPostings: ['与事实不符的分录', pieces('笔')],
  lateRequests: ['没答复的', pieces('件')],
  earliestDue: ['最早该在', asItIs],
  overduePostings: ['逾时未入账', pieces('笔')],
  overdrawnGroups: ['用掉或退回的款超过转来的款的单位', pieces('家')],
  entry: ['从第几条起', asItIs],
  part: ['哪里对不上', asItIs],
} as const satisfies Readonly<Record<string, readonly [string, (value: string | number) => string]>>;

type DetailName = keyof typeof DETAILS;
/** Numbers, days and amounts (fen) only, never personal data: each has its words above. */
export type AlertDetails = Readonly<Partial<Record<DetailName, string | number | null>>>;

/** A detail in words. */
export function detailOf(name: string, value: string | number | null): { label: string; value: string } {
  if (!Object.hasOwn(DETAILS, name)) return { label: name, value: String(value ?? '—') };
  const [label, write] = DETAILS[name as DetailName];
  return { label, value: value === null ? '—' : write(value) };
}
