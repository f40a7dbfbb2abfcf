/** What an alert is called, and what is to be done about it. */
export const ALERT_WORDS: Readonly<Record<string, { readonly title: string; readonly advice: string }>> = {
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
  'payment-surplus': { title: '多付了一笔', advice: '会自动全额退回，在订单里看退款到了没有' },
  'payment-refunded-elsewhere': { title: '渠道那边已经退款', advice: '在三方对账里按“状态不符”处理' },
  'payment-notice-content': { title: '渠道通知的内容不对', advice: '核对渠道商户号和密钥，可能是配置或冒充' },
  'payment-refused': { title: '渠道拒绝发起付款', advice: '按渠道返回的代码核对商户权限和额度' },
  'refund-refused': { title: '渠道拒绝退款', advice: '打开订单看原因，改用人工退款并登记' },
  'refund-abnormal': { title: '退款异常', advice: '收款账户可能已注销，联系缴费人后人工退款并登记' },
  'refund-closed': { title: '退款被渠道关闭', advice: '系统会换号再退，再不成请人工退款' },
  'refund-twice': { title: '同一笔可能退了两次', advice: '马上核对渠道流水，追回多退的' },
  'refund-held': {
    title: '人工退款没有说定，退款停着',
    advice: '核对银行回单：钱已经付了就重新登记；没有付，在退款里申请放行，由第二个人同意',
  },
  'event-stuck': { title: '后续处理卡住', advice: '看任务和运行情况里的错误，处理后会自动再试' },
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
  'claim-file-refused': { title: '理赔文件读不了', advice: '请保司按模板重发' },
};

const DETAIL_LABELS: Readonly<Record<string, string>> = {
  amountFen: '金额',
  billFen: '账单金额',
  orderFen: '订单金额',
  groupNo: '团体编号',
  unitFen: '账单单价',
  premiumFen: '现在的保费',
  merchantOrderNo: '付款单号',
  providerTxn: '渠道流水',
  provider: '渠道',
  refundNo: '退款单号',
  code: '渠道代码',
  reason: '原因',
  event: '哪一步',
  day: '日期',
  file: '文件',
  rows: '行数',
  bad: '有问题的行',
  state: '状态',
  currency: '币种',
  totalFen: '借贷合计差',
  clearing: '待清算和收退款对不上',
  wrongPostings: '与事实不符的分录',
  overduePostings: '逾时未入账',
  overdrawnGroups: '用掉或退回的款超过转来的款的单位',
  entry: '从第几条起',
  part: '哪里对不上',
};

/** A detail in words: amounts in yuan. */
export function detailOf(name: string, value: string | number | null): { label: string; value: string } {
  const isAmount = name.endsWith('Fen') && typeof value === 'number';
  return {
    label: DETAIL_LABELS[name] ?? name,
    value: isAmount ? `${(value / 100).toFixed(2)} 元` : String(value ?? '—'),
  };
}
