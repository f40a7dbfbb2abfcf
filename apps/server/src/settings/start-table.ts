import type { StorePlace } from './kinds.ts';
import * as kinds from './kinds.ts';
import { row } from './setting-row.ts';

/** What is needed before anything runs. */
export const startTable = {
  environment: row(
    'program',
    'NODE_ENV',
    kinds.oneOf('development', 'production', 'test'),
    '运行环境。production 下缺少设置会拒绝启动，且不启动沙箱。',
    { fallback: 'development' },
  ),
  port: row('program', 'PORT', kinds.port, '浏览器访问的端口：页面、接口、健康检查都在这里。', { fallback: 3000 }),
  sandboxPort: row('program', 'SANDBOX_PORT', kinds.port, '沙箱（模拟微信、各支付机构、医保、短信）的端口。', {
    fallback: 3100,
  }),
  sandboxOrigin: row<string, string | null>(
    'program',
    'SANDBOX_ORIGIN',
    kinds.origin,
    '浏览器打开沙箱所用的地址，默认 http://localhost:SANDBOX_PORT。用手机试付款时填本机在局域网里的地址。',
    { fallback: null },
  ),
  dataDir: row('program', 'DATA_DIR', kinds.text, '数据文件夹：内置数据库、密钥、沙箱状态。', { fallback: './data' }),
  recordingDir: row<string, string | null>(
    'program',
    'RECORDING_DIR',
    kinds.text,
    '可回溯记录封存前所在的文件夹。默认 DATA_DIR/recordings；多个副本要共用同一个文件夹（网络盘），写入后要真正落盘。',
    { fallback: null },
  ),
  recordingReceiver: row<string, string | null>(
    'program',
    'RECORDING_RECEIVER',
    kinds.origin,
    '页面把可回溯记录送到哪里，如 https://trace.example.cn。留空则送到页面自己的地址。那边要允许跨域。',
    { fallback: null },
  ),
  recordingTestReceiver: row<string, string | null>(
    'program',
    'RECORDING_TEST_RECEIVER',
    kinds.origin,
    '页面地址里有 test- 或 localhost 时，可回溯记录改送到哪里，如 https://test-trace.example.cn。留空则不区分。那边要允许跨域。',
    { fallback: null },
  ),
  evidenceStore: row<StorePlace, StorePlace | null>(
    'program',
    'EVIDENCE_STORE',
    kinds.storePlace,
    '封存的记录、日志文件、页面与文件原件所在：文件夹，或 s3://桶[/前缀]（桶要开启版本控制和对象锁定）。默认 DATA_DIR/evidence；多个副本要用同一处。',
    { fallback: null },
  ),
  evidenceCheckpointDir: row<StorePlace, StorePlace | null>(
    'program',
    'EVIDENCE_CHECKPOINT_DIR',
    kinds.storePlace,
    '日志每个检查点的第二存放处：文件夹，或 s3://桶[/前缀]。要放在管理数据库的人改不到的地方，本程序从不删除。默认 DATA_DIR/checkpoints。',
    { fallback: null, neededInProduction: true },
  ),
  databaseUrl: row<string, string | null>(
    'program',
    'DATABASE_URL',
    kinds.databaseAddress,
    '使用已有的 PostgreSQL（15 或更新）。留空则使用内置的 PostgreSQL 18。',
    { fallback: null, secret: true, neededInProduction: true },
  ),
  publicOrigin: row<string, string | null>(
    'program',
    'PUBLIC_ORIGIN',
    kinds.origin,
    '居民在浏览器里看到的站点地址，如 https://shop.example.cn。开发时默认 http://localhost:PORT。',
    { fallback: null, neededInProduction: true },
  ),
  trustedProxies: row(
    'program',
    'TRUSTED_PROXIES',
    kinds.list,
    '前置代理的地址或网段，用逗号分开。只有来自它们的 X-Forwarded-For 才作为居民的地址。留空则不采信。',
    { fallback: [] as readonly string[] },
  ),
  groupByShard: row(
    'program',
    'GROUP_BY_SHARD',
    kinds.yesNo,
    '数据库为 Citus 等分布式引擎时设为 1：一条语句只写一个分片。单机 PostgreSQL 保持 0。',
    { fallback: false },
  ),
  workerNumber: row<number, number | null>(
    'program',
    'WORKER_NUMBER',
    kinds.wholeNumber(0, 63),
    '多个副本同时运行时各不相同的编号，写进订单号。留空则自动分配。',
    { fallback: null },
  ),
  leaveSeconds: row<number, number | null>(
    'program',
    'LEAVE_SECONDS',
    kinds.wholeNumber(0, 600),
    '收到停止信号（SIGTERM）后还照常办理多少秒才停：/readyz 马上回答未就绪，均衡器在这段时间里把新请求转给别的副本。生产环境默认 5，其他环境默认 0；要比均衡器发现未就绪所用的时间长。',
    { fallback: null },
  ),
  purchaseRoom: row(
    'program',
    'PURCHASE_ROOM',
    kinds.wholeNumber(1, 100_000),
    '一个副本同时办理多少笔下单。超过时后来的人排队：页面告诉他前面有多少人、大约等多久，轮到时自动提交。',
    { fallback: 512 },
  ),
  commonJobs: row(
    'program',
    'COMMON_JOBS',
    kinds.yesNo,
    '是否承担公共的后台任务（出单、短信、关单、退款、对账、封存等）。开售日可以让接请求的副本设为 0，但至少要有一个副本保持 1。',
    { fallback: true },
  ),
};
