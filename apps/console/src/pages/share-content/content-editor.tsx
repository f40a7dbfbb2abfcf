import type { BarredWordValue, ContentVersionValue } from '@huimin/contract/console';
import { barredWordsIn } from '@huimin/domain/share';
import { Alert, App, Form, type FormRule, Input, Radio, Select } from 'antd';
import { useState } from 'react';
import { call, type Inputs } from '../../api/client.ts';
import { useCall } from '../../api/use-call.ts';
import { DayInput } from '../../app/day-input.tsx';
import { Dialog } from '../../app/dialog.tsx';
import { EntryForm } from '../../app/entry-form.tsx';
import { useSending } from '../../parts/use-sending.ts';
import { blocksOf, type ContentKind, KIND_LABELS, linesOf } from './content-words.ts';

interface Props {
  readonly editions: readonly { readonly edition: string; readonly name: string }[];
  /** The version to begin with; null for a new piece. */
  readonly former: ContentVersionValue | null;
  /** Number of the newest version there is; 0 for a new piece. */
  readonly newest: number;
  onClose(): void;
  onDone(contentId: string): void;
}

type Fields = Readonly<Record<string, string | undefined>>;

interface Field {
  readonly name: string;
  readonly label: string;
  readonly most: number;
  readonly rows?: number;
  readonly extra?: string;
  readonly optional?: true;
}

const ARTICLE_HINT = '空一行是下一段；“# ”开头是小标题，“- ”开头是列表，“! ”开头是加重的话';
const FIELDS: Readonly<Record<ContentKind, readonly Field[]>> = {
  card: [
    { name: 'title', label: '标题', most: 40 },
    { name: 'desc', label: '说明', most: 60 },
    { name: 'copyText', label: '复制的文字', most: 200, rows: 3, extra: '居民复制链接时带上的话' },
  ],
  poster: [
    { name: 'title', label: '标题', most: 20, extra: '居民选海报时看到的名字，如“竖版海报”' },
    { name: 'kicker', label: '小标题', most: 24 },
    {
      name: 'points',
      label: '要点',
      most: 29,
      rows: 3,
      extra: '一行一个，最多 3 个，每个不超过 9 个字',
      optional: true,
    },
    { name: 'invitation', label: '邀请语', most: 16 },
    { name: 'notice', label: '提示', most: 120, rows: 2 },
  ],
  article: [
    { name: 'title', label: '标题', most: 40 },
    { name: 'summary', label: '摘要', most: 60 },
    { name: 'source', label: '谁说的', most: 30 },
    { name: 'publishedOn', label: '发布日期', most: 10 },
    { name: 'lines', label: '正文', most: 20_000, rows: 12, extra: ARTICLE_HINT },
  ],
};

/** Writes a piece: what is barred in it is said while it is written. It waits for somebody else to approve it. */
export function ContentEditor({ editions, former, newest: given, onClose, onDone }: Props) {
  // The page behind is read anew while something is written.
  const [newest] = useState(given);
  const { message } = App.useApp();
  const [form] = Form.useForm<Fields>();
  const { value: barred } = useCall('listBarredWords', {});
  const { sending, problem, run } = useSending();
  const typed = (Form.useWatch([], form) ?? {}) as Fields;
  const kind = (typed.contentKind ?? former?.contentKind ?? 'card') as ContentKind;
  const findings = findingsIn(typed, FIELDS[kind], barred?.words ?? []);
  const send = async (fields: Fields) => {
    await run(async () => {
      const wish = { ...wishOf(fields, former), newest };
      await call('writeShareContent', wish);
      message.success(findings.length > 0 ? '已存成草稿；有不能用的词，改掉才能审批' : '已存成草稿，等另一个人审批');
      onDone(wish.contentId);
    });
  };
  return (
    <Dialog
      open
      width={640}
      title={former ? `写新的一版：${former.contentId}` : '新建内容'}
      okText="存成草稿"
      onOk={form.submit}
      onCancel={onClose}
      confirmLoading={sending}
    >
      <EntryForm
        name="share-content"
        form={form}
        onFinish={send}
        initialValues={beginningOf(former, editions[0]?.edition)}
      >
        {former === null && (
          <>
            <Form.Item name="contentKind" label="种类">
              <Radio.Group options={Object.entries(KIND_LABELS).map(([value, label]) => ({ value, label }))} />
            </Form.Item>
            <Form.Item
              name="contentId"
              label="编号"
              extra="以后不能改，如 card-2027"
              rules={[{ required: true, pattern: /^[a-z0-9-]{2,40}$/, message: '2 到 40 位小写字母、数字和 -' }]}
            >
              <Input autoComplete="off" autoCapitalize="none" spellCheck={false} />
            </Form.Item>
            <Form.Item name="edition" label="产品" rules={[{ required: true, message: '请选产品' }]}>
              <Select
                options={editions.map(({ edition, name }) => ({ value: edition, label: `${name} ${edition}` }))}
              />
            </Form.Item>
          </>
        )}
        {FIELDS[kind].map((field) => (
          <Form.Item
            key={`${kind} ${field.name}`}
            name={field.name}
            label={field.label}
            extra={field.extra}
            rules={rulesOf(field)}
          >
            {field.name === 'publishedOn' ? (
              <DayInput />
            ) : field.rows === undefined ? (
              <Input maxLength={field.most} autoComplete="off" />
            ) : (
              <Input.TextArea rows={field.rows} maxLength={field.most} />
            )}
          </Form.Item>
        ))}
        <Form.Item name="endAnnouncedOn" label="公告停售的那一天（没有公告就不填）" extra="公告以后才能说“即将停售”">
          <DayInput />
        </Form.Item>
        <div role="status">
          {findings.length > 0 && (
            <Alert
              type="warning"
              showIcon
              title={`有 ${findings.length} 处不能用的词，可以先存，改掉才能审批`}
              description={findings.map(({ field, word, reason }) => (
                <div key={`${field} ${word}`}>
                  {field}：“{word}”，{reason}
                </div>
              ))}
            />
          )}
        </div>
        {problem !== null && <Alert style={{ marginTop: 12 }} type="error" showIcon title={problem} role="alert" />}
      </EntryForm>
    </Dialog>
  );
}

function rulesOf({ name, label, optional }: Field): FormRule[] {
  const needed: FormRule[] = optional ? [] : [{ required: true, whitespace: true, message: `请填${label}` }];
  if (name !== 'points') return needed;
  const fits = (_: unknown, text: string | undefined) => {
    const points = pointsOf(text);
    return points.length <= 3 && points.every((one) => Array.from(one).length <= 9)
      ? Promise.resolve()
      : Promise.reject(new Error('最多 3 个，每个不超过 9 个字'));
  };
  return [...needed, { validator: fits }];
}

const pointsOf = (text: string | undefined) =>
  (text ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** By the same rule as the server's. */
function findingsIn(typed: Fields, fields: readonly Field[], words: readonly BarredWordValue[]) {
  const texts = Object.fromEntries(fields.map(({ name, label }) => [label, typed[name] ?? '']));
  return barredWordsIn(texts, words, Boolean(typed.endAnnouncedOn));
}

function beginningOf(former: ContentVersionValue | null, edition: string | undefined): Fields {
  if (former === null) return { contentKind: 'card', edition };
  const { article, poster, card } = former;
  const texts = {
    ...card,
    ...(poster && { ...poster, points: poster.points.join('\n') }),
    ...(article && { ...article, blocks: undefined, lines: linesOf(article.blocks) }),
  };
  return { ...texts, endAnnouncedOn: former.endAnnouncedOn ?? undefined };
}

function wishOf(fields: Fields, former: ContentVersionValue | null): Inputs['writeShareContent'] {
  const text = (name: string) => (fields[name] ?? '').trim();
  const contentKind = former?.contentKind ?? (text('contentKind') as ContentKind);
  const named = {
    contentId: former?.contentId ?? text('contentId'),
    edition: former?.edition ?? text('edition'),
    endAnnouncedOn: text('endAnnouncedOn') || undefined,
    contentKind,
  };
  const title = text('title');
  switch (contentKind) {
    case 'card':
      return { ...named, card: { title, desc: text('desc'), copyText: text('copyText') } };
    case 'poster': {
      const words = { kicker: text('kicker'), invitation: text('invitation'), notice: text('notice') };
      return { ...named, poster: { title, ...words, points: pointsOf(fields.points) } };
    }
    case 'article': {
      const words = { summary: text('summary'), source: text('source'), publishedOn: text('publishedOn') };
      return { ...named, article: { title, ...words, blocks: blocksOf(fields.lines ?? '') } };
    }
  }
}
