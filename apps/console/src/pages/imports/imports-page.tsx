import type { ImportValue } from '@huimin/contract/console';
import { Button, Empty, Skeleton } from 'antd';
import { useState } from 'react';
import { Link, useLocation, useNavigate, useParams } from 'react-router';
import type { Inputs } from '../../api/client.ts';
import { useCall } from '../../api/use-call.ts';
import { AddressChoice } from '../../app/filter-choice.tsx';
import { LoadProblem } from '../../app/load-problem.tsx';
import { BY_TIME, MoreRows } from '../../app/more-rows.tsx';
import { NoneFound } from '../../app/none-found.tsx';
import { PageHead } from '../../app/page-head.tsx';
import { useSelf } from '../../app/self.tsx';
import { useAddressFilter } from '../../app/use-address-filter.ts';
import { StateTag } from '../../parts/state-tag.tsx';
import { ImportPanel } from './import-panel.tsx';
import { UploadDialog } from './upload-dialog.tsx';
import '../../parts/list-split.css';
import './imports.css';
import { dottedDays, shortTime } from '../../parts/when.ts';

type Search = Inputs['listImports'];

const WHICH = [
  { value: 'open', label: '没办完' },
  { value: 'done', label: '办完了' },
];

/** Files that were given: which there are, and one of them whole. */
export default function ImportsPage() {
  const { importNo } = useParams();
  const { may } = useSelf();
  const navigate = useNavigate();
  const address = useAddressFilter('before');
  const [giving, setGiving] = useState(false);
  // A file that was broken off and goes on may be the one that is open: it is shown anew.
  const [uploads, setUploads] = useState(0);
  const { value, loading, problem, reload } = useCall('listImports', {
    kind: address.given('kind'),
    which: address.given('which') as Search['which'],
    before: address.cursor,
  });
  const kinds = value?.kinds.map(({ kind, title }) => ({ value: kind, label: title })) ?? [];
  const choice = (name: string, label: string, options: { value: string; label: string }[]) => (
    <AddressChoice {...{ address, name, label, options }} />
  );
  return (
    <div className="page">
      <PageHead title="导入" note="逐行检查，两个人同意后才生效；文件和没生效的行加密存放，14 天没生效就清掉">
        {may('imports.give') && (
          <Button type="primary" disabled={value === null} onClick={() => setGiving(true)}>
            上传文件
          </Button>
        )}
      </PageHead>
      <LoadProblem problem={problem} onRetry={reload} />
      <div className="list-split">
        <section className="panel" aria-label="导入列表" aria-busy={loading}>
          <search className="filters import-filters">
            {choice('kind', '全部种类', kinds)}
            {choice('which', '全部进度', WHICH)}
          </search>
          {value === null && loading && <Skeleton active style={{ padding: 14 }} />}
          {value?.imports.length === 0 && (
            <NoneFound
              isNarrowed={address.isChosen}
              notSuch="没有这样的导入"
              none="还没有导入过文件"
              onClear={address.clear}
            />
          )}
          <ul className="list-links">
            {value?.imports.map((one) => (
              <li key={one.importNo}>
                <ImportLink one={one} isOpen={one.importNo === importNo} />
              </li>
            ))}
          </ul>
          <MoreRows filter={address} next={value?.next} labels={BY_TIME} />
        </section>
        {importNo === undefined ? (
          <section className="panel" aria-label="一次导入">
            <Empty
              style={{ padding: 60 }}
              description={may('imports.give') ? '上传一个文件，或者从左边选一次导入' : '从左边选一次导入'}
              image={Empty.PRESENTED_IMAGE_SIMPLE}
            />
          </section>
        ) : (
          <ImportPanel key={`${importNo} ${uploads}`} importNo={importNo} onChanged={reload} />
        )}
      </div>
      {giving && value && (
        <UploadDialog
          kinds={value.kinds.filter(({ mayGive }) => mayGive)}
          first={address.given('kind')}
          editions={value.editions}
          onClose={() => {
            setGiving(false);
            setUploads(uploads + 1);
            reload();
          }}
          onDone={(made) => {
            setGiving(false);
            setUploads(uploads + 1);
            reload();
            navigate(`/imports/${made}`);
          }}
        />
      )}
    </div>
  );
}

function ImportLink({ one, isOpen }: { one: ImportValue; isOpen: boolean }) {
  const { search } = useLocation();
  const rows = one.rows.total ?? one.rows.read;
  return (
    <Link
      to={{ pathname: `/imports/${one.importNo}`, search }}
      {...(isOpen ? { 'aria-current': 'true' as const } : {})}
    >
      <span>
        <b>
          {one.title} {dottedDays(one.forWhat)}
        </b>
        <small>{one.fileName}</small>
        <small className="num">
          {one.givenBy}　{shortTime(one.givenAt)}
        </small>
      </span>
      <span className="list-side">
        <StateTag tone={one.tone}>{one.statusLabel}</StateTag>
        {rows > 0 && <small className="num">{rows.toLocaleString('zh-CN')} 行</small>}
        {one.rows.bad > 0 && <small className="num import-bad">{one.rows.bad.toLocaleString('zh-CN')} 行要改</small>}
      </span>
    </Link>
  );
}
