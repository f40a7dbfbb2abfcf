import '../../ui/form.css';
import '../../ui/controls.css';
import type { OwnComplaintValue } from '@huimin/contract';
import { type FormEvent, useState } from 'react';
import { calls } from '../../api/calls.ts';
import { newClientKey } from '../../api/new-client-key.ts';
import { failureText } from '../../api/no-reply-text.ts';
import { useAction } from '../../api/use-action.ts';
import { useCall } from '../../api/use-call.ts';
import { browserStorage } from '../../channel/browser-storage.ts';
import { useProduct } from '../../context/index.ts';
import { useHalfFilled } from '../../context/use-half-filled.ts';
import { type ComplaintForm, HALF_FILLED_COMPLAINT } from '../../features/complaints/half-filled-complaint.ts';
import { keptUploads } from '../../features/uploads/kept-uploads.ts';
import { PAPERS_KEPT } from '../../features/uploads/more-papers.tsx';
import { UploadPapers } from '../../features/uploads/upload-papers.tsx';
import { useUploads } from '../../features/uploads/use-uploads.ts';
import {
  Button,
  Card,
  Field,
  FormProblem,
  goToField,
  LongNumber,
  Page,
  RadioChips,
  RestoredNotice,
  Row,
  Section,
  SelectInput,
  Skeleton,
  telHref,
  toast,
} from '../../ui/index.ts';
import { LoadProblem } from '../pay/load-problem.tsx';
import { ComplaintText, wordsProblem } from './complaint-text.tsx';
import { OneComplaint } from './one-complaint.tsx';

const TITLE = '投诉';
const MOST_PAPERS = 6;
const ORDERS_SHOWN = 20;
type Category = OwnComplaintValue['category'];

const blank = (): ComplaintForm => ({ clientKey: newClientKey(), category: null, words: '', orderNo: '' });

/** #/complaints: says what went wrong, and shows what became of it. */
export default function ComplaintsPage() {
  const quiet = { overlay: false, quietFailure: true };
  const own = useCall(calls.listOwnComplaints, {}, quiet);
  const orders = useCall(calls.queryOrders, { limit: ORDERS_SHOWN }, quiet);
  const failure = own.failure ?? orders.failure;
  if (failure && !(own.value && orders.value)) {
    const reload = () => {
      own.reload();
      orders.reload();
    };
    return <LoadProblem title={TITLE} failure={failure} onReload={reload} />;
  }
  if (!own.value || !orders.value) {
    return (
      <Page title={TITLE}>
        <Skeleton lines={[44, 64, 64]} />
      </Page>
    );
  }
  const { complaints, categories } = own.value;
  return (
    <Page title={TITLE} lead="收到后 15 个工作日内答复，要延长会说明原因；有结果发短信">
      {complaints.length > 0 && (
        <Section title="我的投诉">
          {complaints.map((complaint) => (
            <OneComplaint
              key={`${complaint.complaintNo} ${complaint.steps.length}`}
              complaint={complaint}
              onChanged={own.reload}
            />
          ))}
        </Section>
      )}
      <File
        key={complaints.length}
        categories={categories}
        orders={orders.value.orders.map(({ orderNo, productName, createdAt }) => ({
          value: orderNo,
          label: `${createdAt.slice(0, 10)} ${productName}`,
        }))}
        onSent={own.reload}
      />
      <OtherWays />
    </Page>
  );
}

interface Wrong {
  readonly category?: string;
  readonly words?: string | null;
}

type FileProps = {
  categories: readonly { value: Category; label: string }[];
  orders: readonly { value: string; label: string }[];
  onSent: () => void;
};

function File({ categories, orders, onSent }: FileProps) {
  const [start] = useState(blank);
  const kept = useHalfFilled(HALF_FILLED_COMPLAINT, null, start);
  const [papers] = useState(() => keptUploads(browserStorage('sessionStorage'), 'complaint'));
  const uploads = useUploads(MOST_PAPERS, 'complaint', papers);
  const [wrong, setWrong] = useState<Wrong>({});
  const [problem, setProblem] = useState<string | null>(null);
  const [file, filing] = useAction(calls.fileComplaint, { quietFailure: true });
  if (kept.form === null) return <Skeleton lines={[64, 64]} />;
  const { form } = kept;
  const { clientKey, category, words, orderNo } = form;
  // What was changed is another complaint: under the key of one whose answer was lost the server would tell of that one, without the change.
  const write = (part: Partial<ComplaintForm>) => kept.change({ ...form, ...part, clientKey: newClientKey() });
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setProblem(null);
    const found = { ...(category === null ? { category: '请选投诉什么' } : {}), words: wordsProblem(words) };
    setWrong(found);
    if (category === null) return goToField('complaint-category');
    if (found.words) return goToField('complaint-words');
    if (uploads.busy) return setProblem('还在上传，请等一下');
    const reply = await file({
      ...{ clientKey, category, words: words.trim(), fileIds: uploads.fileIds },
      ...(orderNo === '' ? {} : { orderNo }),
    });
    if (!reply.ok) return setProblem(failureText(reply, PAPERS_KEPT));
    kept.discard();
    for (const { key } of uploads.items) uploads.forget(key);
    toast(`已收到，编号尾号 ${reply.value.complaintNo.slice(-4)}`, { kind: 'ok' });
    onSent();
  };
  return (
    <Section title="提交投诉">
      <form noValidate onSubmit={(event) => void submit(event)}>
        {kept.restored && <RestoredNotice onClear={() => kept.discard(blank())} />}
        <Card flush>
          <RadioChips
            id="complaint-category"
            name="complaint-category"
            legend="投诉什么"
            columns={2}
            options={[...categories]}
            value={category}
            onChange={(next) => {
              write({ category: next });
              setWrong((before) => ({ words: before.words ?? null }));
            }}
            error={wrong.category ?? null}
          />
          <ComplaintText
            id="complaint-words"
            label="经过和要求"
            hint="什么时候、谁、怎么说的，您要怎么处理。不用写证件号码"
            value={words}
            error={wrong.words ?? null}
            onChange={(text) => {
              write({ words: text });
              setWrong((before) => ({ ...before, words: null }));
            }}
          />
          {orders.length > 0 && (
            <Field id="complaint-order" label="和哪笔订单有关" optional hint="了结以前，这笔销售的过程记录不会销毁">
              {(field) => (
                <SelectInput
                  {...field}
                  value={orderNo}
                  onChange={(next) => write({ orderNo: next })}
                  options={[{ value: '', label: '没有，或者不清楚' }, ...orders]}
                />
              )}
            </Field>
          )}
        </Card>
        <div className="card card-flush mt3">
          <UploadPapers
            id="complaint-papers"
            title="图片或材料（选填）"
            hint="聊天记录、单据等，最多 6 份"
            uploads={uploads}
            most={MOST_PAPERS}
          />
        </div>
        <FormProblem problem={problem} />
        <div className="mt4">
          <Button type="submit" block busy={filing.busy}>
            提交
          </Button>
        </div>
        <p className="note mt2">内容加密保存，只有办理的人和监管能看，看了会记在“谁看过我的信息”里。</p>
      </form>
    </Section>
  );
}

function OtherWays() {
  const { tel } = useProduct();
  return (
    <Section title="也可以打电话">
      <Card flush>
        <Row
          href={telHref(tel)}
          label="服务电话"
          value={
            <span className="num">
              <LongNumber>{tel}</LongNumber>
            </span>
          }
        />
        <Row href={telHref('12378')} label="银行保险消费者投诉维权热线" value={<span className="num">12378</span>} />
      </Card>
    </Section>
  );
}
