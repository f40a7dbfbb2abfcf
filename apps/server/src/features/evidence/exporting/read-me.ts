import { beijingDateTime } from '@huimin/domain/date';

export type PackageContentKind = 'proofs' | 'masked' | 'unmasked';

const CONTENT: Readonly<Record<PackageContentKind, string>> = {
  proofs: '只有证明：没有画面密钥，能核对没有改动，打不开画面。',
  masked: '画面和证明：个人填写的内容没有放进来，画面里显示为“＊”。',
  unmasked: '画面、证明和个人信息原文：请按敏感个人信息保管，用完销毁。',
};

export interface ReadMeFacts {
  readonly fileName: string;
  readonly trace: string;
  readonly orderNo: string | null;
  readonly content: PackageContentKind;
  readonly exportedAtMs: number;
  readonly manifests: readonly string[];
  readonly origin: string;
  readonly logKey: string;
  readonly signingKey: string;
}

/** What whoever gets a package reads first. With a mark at its beginning by which old editors know UTF-8. */
export function readMe(facts: ReadMeFacts): Buffer {
  const { fileName, trace, orderNo, content, exportedAtMs, manifests, origin, logKey, signingKey } = facts;
  const lines = [
    '销售过程证据包',
    '==============',
    '',
    `记录　　${trace}`,
    `订单　　${orderNo ?? '没有订单'}`,
    `导出　　${beijingDateTime(exportedAtMs).replace('T', ' ').slice(0, 19)}（北京时间）`,
    `内容　　${CONTENT[content]}`,
    ...manifests.map((sha256, number) => `清单${number === 0 ? '　　' : `（补录 ${number}）`}${sha256.toUpperCase()}`),
    '',
    '一、怎么看画面',
    '',
    `把 ${fileName} 解开（改名为 .zip 即可），用 Chrome、Edge 或 Firefox 打开 player.html，`,
    `再选 ${fileName} 这个文件（不是解开后的文件夹）。不需要联网，页面也不会联网。`,
    '播放器只核对每一批数据的哈希和前后链，完整的十二项检查见下。',
    '',
    '二、怎么核对没有被改动',
    '',
    '下面两种方法互不相干，由不同的程序实现，结论应当一致。',
    '',
    '1. 用 Python 3 和 openssl 3（多数电脑上已有），在解开的文件夹里运行：',
    '     python3 verify_evidence.py',
    `   不解开也可以，后面写文件名：python3 verify_evidence.py ${fileName}`,
    '   （macOS 自带的 openssl 是另一种，先安装：brew install openssl@3，再把它的 bin 放在 PATH 最前面。）',
    '2. 用本系统的源代码（Node 24）：',
    `     npm run verify:evidence -- ${fileName} --offline`,
    '',
    '结论一共五种：intact 完整；intact-with-gaps 没有改动，有已声明的缺段；altered 被改动过，并指出',
    '在哪个文件、从哪个字节起；incomplete 缺少检查所需的东西；erased-by-rule 已按保存期限销毁。',
    '',
    '包里带的公钥和时间戳根证书是导出方给的。要证明不是导出方自己造的，请另行取得它们，再传给核验程序：',
    `     日志名　${origin}`,
    `     日志公钥（--log-key）　${logKey}`,
    `     签名公钥（--signing-key）　${signingKey}`,
    '     时间戳机构的根证书（--roots），由时间戳机构公布',
    '日志本身是公开的，可以用标准的 C2SP tlog-tiles 工具读取，看本记录的清单在不在里面。',
    '',
    '三、包里有什么',
    '',
    'evidence.json　　　　　说明、公钥、订单摘要（没有姓名和号码）',
    'recording-*.rec　　　　封存的记录，逐批加密',
    'proof-*.json、captures.json、registered.json、checkpoint　　公开日志里的证明',
    'stamps/　　　　　　　　可信时间戳（RFC 3161）',
    'builds/、tables/、assets/、documents/　　当时的页面组成和条款原文，文件名就是 SHA-256',
    'keys.json　　　　　　　画面密钥，只在同意导出画面时才有',
    'player.html　　　　　　离线播放器',
    'verify_evidence.py　　 独立的核验程序',
    'evidence-format.md　　 格式说明，凭它可以自己写一个核验程序',
    '',
    '四、能证明什么，不能证明什么',
    '',
    '能证明：数据收到以后没有改过；页面、条款、同意、付款的先后顺序；当时显示的每一个字。',
    '不能证明：手机本身可信；当时拿手机的是谁；数据收到后、进入日志前不到一分钟内没有改动；',
    '没有别的补录（要问日志才知道）。请结合实名核验和付款账户判断。',
    '',
  ];
  return Buffer.from(`\ufeff${lines.join('\r\n')}`);
}
