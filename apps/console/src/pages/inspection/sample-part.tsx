import type { SampledOrderValue, SampleLineValue } from '@huimin/contract/console';
import { Alert, Button, Empty, Input, Pagination, Select } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { call, sentenceOf } from '../../api/client.ts';
import { useCall } from '../../api/use-call.ts';
import { Icon } from '../../app/icon.tsx';
import { LoadProblem } from '../../app/load-problem.tsx';
import { NumberField } from '../../app/number-field.tsx';
import { numberProblem } from '../../app/number-text.ts';
import { StateTag } from '../../parts/state-tag.tsx';
import { shortDay, shortTime, writtenDay } from '../../parts/when.ts';
import { RepeatDialog } from './repeat-dialog.tsx';

interface Props {
  readonly from: string;
  readonly to: string;
  readonly sampleNo: string | undefined;
  onSample(sampleNo: string): void;
}

/** As the call takes it. */
const SEED = /^[0-9A-Za-z-]{4,40}$/;

const SIZE = { min: 1, max: 200 };

const newSeed = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(6)), (byte) => byte.toString(16).padStart(2, '0'))
    .join('')
    .toUpperCase();

/** A random sample: drawn by a seed, repeated by anybody. */
export function SamplePart({ from, to, sampleNo, onSample }: Props) {
  const [seed, setSeed] = useState(newSeed);
  const [size, setSize] = useState<number | null>(50);
  const [problem, setProblem] = useState<string | null>(null);
  const [drawing, setDrawing] = useState(false);
  const [repeating, setRepeating] = useState(false);
  const list = useCall('listSamples', {});
  const samples = list.value?.samples ?? [];
  const shown = samples.find((one) => one.sampleNo === sampleNo);
  const draw = async () => {
    if (!SEED.test(seed.trim())) return setProblem('种子请用 4 到 40 位字母、数字或 -，别人照抄才不会错');
    if (size === null || numberProblem(size, SIZE) !== null) return setProblem('笔数请写 1 到 200 的整数');
    setDrawing(true);
    setProblem(null);
    try {
      const drawn = await call('drawSample', { seed: seed.trim(), size, from, to });
      list.reload();
      onSample(drawn.sampleNo);
    } catch (fault) {
      setProblem(sentenceOf(fault));
    } finally {
      setDrawing(false);
    }
  };
  return (
    <section className="panel" aria-labelledby="sample-heading">
      <div className="panel-head">
        <h2 id="sample-heading">随机抽样</h2>
        {shown && (
          <small className="num">
            {shown.population.toLocaleString('zh-CN')} 笔里抽 {shown.size}
          </small>
        )}
        <span className="space" />
        {samples.length > 0 && (
          <Select
            style={{ width: 'clamp(150px, 14vw, 250px)' }}
            aria-label="以前的抽样"
            placeholder="以前的抽样"
            value={sampleNo}
            onChange={onSample}
            options={samples.map(optionOf)}
          />
        )}
        <label htmlFor="sample-seed">种子</label>
        <Input
          id="sample-seed"
          className="num"
          style={{ width: 150 }}
          maxLength={40}
          value={seed}
          onChange={(event) => setSeed(event.target.value)}
        />
        <label htmlFor="sample-size">笔数</label>
        <NumberField id="sample-size" style={{ width: 68 }} limits={SIZE} value={size} onChange={setSize} />
        <Button color="primary" variant="outlined" onClick={draw} loading={drawing}>
          抽样
        </Button>
      </div>
      {problem !== null && <Alert type="error" showIcon title={problem} role="alert" />}
      <p className="algorithm">
        <Icon name="shield" size={16} />
        <span>
          {shown?.method === 1
            ? '算法：SHA-256（种子 + 订单号）从小到大取前几笔。同一种子在任何机器上得到同一批'
            : '算法：SHA-256（种子:1、2、3…）依次定出名单里的第几笔，重复的跳过。同一种子、同一名单在任何机器上得到同一批'}
          {sampleNo !== undefined && (
            <Button type="link" size="small" className="row-link" onClick={() => setRepeating(true)}>
              重算核对
            </Button>
          )}
        </span>
      </p>
      <LoadProblem problem={list.problem} onRetry={list.reload} />
      {sampleNo === undefined ? (
        <Empty
          style={{ padding: 24 }}
          description={`填种子和笔数，点“抽样”，从 ${writtenDay(from)} 到 ${writtenDay(to)} 付款的订单里抽`}
          image={Empty.PRESENTED_IMAGE_SIMPLE}
        />
      ) : (
        <Sample sampleNo={sampleNo} key={sampleNo} />
      )}
      {repeating && sampleNo !== undefined && <RepeatDialog sampleNo={sampleNo} onClose={() => setRepeating(false)} />}
    </section>
  );
}

const optionOf = ({ sampleNo, drawnAt, seed, size }: SampleLineValue) => ({
  value: sampleNo,
  label: `${shortTime(drawnAt)}，${size} 笔，${seed}`,
});

const PAGE = 10;

function Sample({ sampleNo }: { sampleNo: string }) {
  const { value, loading, problem, reload } = useCall('showSample', { sampleNo });
  const [page, setPage] = useState(1);
  const orders = value?.orders ?? [];
  return (
    <>
      <LoadProblem problem={problem} onRetry={reload} />
      <div className="scroll-x" aria-busy={loading}>
        <table className="console-table">
          <caption className="sr-only">抽到的订单，按算出的次序</caption>
          <thead>
            <tr>
              <th scope="col" className="right">
                序
              </th>
              <th scope="col">订单号</th>
              <th scope="col">付款日</th>
              <th scope="col">医保地</th>
              <th scope="col">付款方式</th>
              <th scope="col">证据结论</th>
              <th scope="col" className="right">
                条款停留
              </th>
            </tr>
          </thead>
          <tbody>
            {orders.slice((page - 1) * PAGE, page * PAGE).map((order) => (
              <SampledRow key={order.orderNo} order={order} />
            ))}
          </tbody>
        </table>
      </div>
      <div className="sample-foot">
        <span>
          {value?.verdicts.map(({ label, count }) => (
            <span key={label}>
              {label} <b className="num">{count}</b>
            </span>
          ))}
        </span>
        <CheckAll orders={orders} onDone={reload} />
        <span className="space" />
        <Pagination
          size="small"
          current={page}
          pageSize={PAGE}
          total={orders.length}
          showSizeChanger={false}
          onChange={setPage}
        />
      </div>
    </>
  );
}

function SampledRow({ order }: { order: SampledOrderValue }) {
  const { place, orderNo, paidOn, city, method, tone, verdictLabel, trace, dwellMs, shortDwell } = order;
  return (
    <tr>
      <td className="num right">{place}</td>
      <td className="num">
        <Link to={trace ? `/recordings/${trace}` : `/orders/${orderNo}`}>{orderNo}</Link>
      </td>
      <td className="num">{shortDay(paidOn)}</td>
      <td>{city || '—'}</td>
      <td>{method || '—'}</td>
      <td>
        <StateTag tone={tone}>{verdictLabel}</StateTag>
      </td>
      <td className="num right">
        {tone === 'error' && <StateTag tone="error">待说明</StateTag>}
        {shortDwell && <StateTag tone="warn">偏短</StateTag>}{' '}
        {dwellMs === null ? '—' : `${Math.round(dwellMs / 1000)} 秒`}
      </td>
    </tr>
  );
}

/** Makes the twelve checks for those of the sample that had none. */
function CheckAll({ orders, onDone }: { orders: readonly SampledOrderValue[]; onDone(): void }) {
  const [done, setDone] = useState<number | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const open = orders.filter(({ verdict }) => verdict === 'unchecked');
  if (open.length === 0) return null;
  const checkAll = async () => {
    setProblem(null);
    try {
      for (const [index, { trace }] of open.entries()) {
        setDone(index);
        await call('checkRecording', { trace });
      }
    } catch (fault) {
      setProblem(sentenceOf(fault));
    }
    setDone(null);
    onDone();
  };
  return (
    <>
      <Button size="small" onClick={checkAll} loading={done !== null}>
        {done === null ? `检查这 ${open.length} 笔` : `正在检查 ${done + 1} / ${open.length}`}
      </Button>
      {problem !== null && (
        <span className="state state-bad" role="alert">
          {problem}
        </span>
      )}
    </>
  );
}
