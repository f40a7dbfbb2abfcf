import type { NewRoundValue } from '@huimin/contract/console';
import { beijingDate } from '@huimin/domain/date';
import { Alert, Button, Form, Input, Select } from 'antd';
import { call } from '../../api/client.ts';
import { serverNow } from '../../api/server-clock.ts';
import { DayInput } from '../../app/day-input.tsx';
import { Dialog } from '../../app/dialog.tsx';
import { EntryForm } from '../../app/entry-form.tsx';
import { FigureItem } from '../../parts/figure-item.tsx';
import { ReasonItem } from '../../parts/reason-item.tsx';
import { useSending } from '../../parts/use-sending.ts';

interface Fields extends Omit<NewRoundValue, 'prizes'> {
  readonly reason: string;
  readonly prizes: readonly {
    readonly name: string;
    readonly unit: string;
    /** In yuan. */
    readonly value: number;
    readonly stock: number;
    /** Parts in a hundred. */
    readonly odds: number;
  }[];
}

interface Props {
  readonly editions: readonly { readonly edition: string; readonly name: string; readonly isOffered: boolean }[];
  onClose(): void;
  onDone(): void;
}

/** In yuan. */
const VALUE = { min: 0.01, max: 200, places: 2 };
const STOCK = { min: 1, max: 1_000_000 };
/** In per cent. */
const ODDS = { min: 0.0001, max: 100, places: 4 };

const needed = (label: string) => [{ required: true, message: `请填${label}` }];

/** Asks for a round: whatever is in it is fixed when another person agrees. */
export function RoundEditor({ editions, onClose, onDone }: Props) {
  const [form] = Form.useForm<Fields>();
  const { sending, problem, run } = useSending();
  const typed = Form.useWatch('prizes', form) as Fields['prizes'] | undefined;
  const odds = typed?.reduce((sum, one) => sum + (one?.odds || 0), 0) ?? 0;
  const send = async ({ prizes, ...fields }: Fields) => {
    await run(async () => {
      await call('askLuckyRound', {
        ...fields,
        prizes: prizes.map(({ name, unit, value, stock, odds: percent }, index) => ({
          ...{ code: `p${index + 1}`, name: name.trim(), unit: unit.trim(), stock },
          ...{ valueFen: Math.round(value * 100), oddsPpm: Math.round(percent * 10_000) },
        })),
      });
      onDone();
    });
  };
  const today = beijingDate(serverNow());
  return (
    <Dialog
      open
      width={720}
      title="开一轮抽奖"
      okText="提交，等第二个人同意"
      onOk={form.submit}
      onCancel={onClose}
      confirmLoading={sending}
    >
      <p>开了以后规则、机会和奖品都不能改，只能提前结束。</p>
      <EntryForm
        name="lucky-round"
        form={form}
        onFinish={send}
        initialValues={{
          ...{ edition: editions.find(({ isOffered }) => isOffered)?.edition ?? editions[0]?.edition },
          ...{ startsOn: today, claimDays: 30, prizes: [{ unit: '个' }] },
        }}
      >
        <div className="lucky-fields">
          <Form.Item name="edition" label="产品版本" rules={needed('产品版本')}>
            <Select
              options={editions.map(({ edition, name, isOffered }) => ({
                value: edition,
                label: isOffered ? name : `${name}（没打开抽奖）`,
              }))}
            />
          </Form.Item>
          <Form.Item
            name="roundCode"
            label="轮次编号"
            rules={[...needed('编号'), { pattern: /^[0-9a-z-]{2,30}$/, message: '2 到 30 位小写字母、数字和 -' }]}
          >
            <Input autoComplete="off" spellCheck={false} maxLength={30} />
          </Form.Item>
          <Form.Item name="roundTitle" label="标题" rules={needed('标题')}>
            <Input maxLength={20} autoComplete="off" />
          </Form.Item>
          <Form.Item name="organiser" label="举办的公司全称" rules={needed('公司全称')}>
            <Input maxLength={60} autoComplete="off" />
          </Form.Item>
          <Form.Item name="activityNo" label="活动批准号" rules={needed('批准号')}>
            <Input maxLength={40} autoComplete="off" />
          </Form.Item>
          <FigureItem name="claimDays" label="中奖后几天内领" missing="请填天数" limits={{ min: 1, max: 90 }} />
          <Form.Item name="startsOn" label="从哪一天" rules={needed('开始的日子')}>
            <DayInput />
          </Form.Item>
          <Form.Item name="endsOn" label="到哪一天（当天结束）" rules={needed('结束的日子')}>
            <DayInput />
          </Form.Item>
        </div>
        <fieldset className="lucky-prizes">
          <legend>奖品　机会合计 {Number(odds.toFixed(4))}%</legend>
          <Form.List name="prizes">
            {(rows, { add, remove }) => (
              <>
                {rows.map(({ key, name: at }) => (
                  <div key={key} className="lucky-prize">
                    <Form.Item name={[at, 'name']} label="名称" rules={needed('名称')}>
                      <Input maxLength={20} autoComplete="off" />
                    </Form.Item>
                    <Form.Item name={[at, 'unit']} label="单位" rules={needed('单位')}>
                      <Input maxLength={2} autoComplete="off" />
                    </Form.Item>
                    <FigureItem name={[at, 'value']} label="每份值（元）" missing="请填价值" limits={VALUE} />
                    <FigureItem name={[at, 'stock']} label="数量" missing="请填数量" limits={STOCK} />
                    <FigureItem name={[at, 'odds']} label="机会（%）" missing="请填机会" limits={ODDS} />
                    <Button size="small" disabled={rows.length === 1} onClick={() => remove(at)}>
                      去掉
                    </Button>
                  </div>
                ))}
                <Button size="small" disabled={rows.length >= 20} onClick={() => add({ unit: '个' })}>
                  再加一种
                </Button>
              </>
            )}
          </Form.List>
        </fieldset>
        <ReasonItem />
        {problem !== null && <Alert type="error" showIcon title={problem} role="alert" />}
      </EntryForm>
    </Dialog>
  );
}
