import { beijingDate, formatDotDate } from '@huimin/domain/date';
import { useRef, useState } from 'react';
import { calls } from '../../api/calls.ts';
import { failureLead } from '../../api/failure-lead.ts';
import { NetworkFailure } from '../../api/network-failure.ts';
import { useCall } from '../../api/use-call.ts';
import { useChannel, useProduct, useQuery, useServerClock } from '../../context/index.ts';
import { DocumentText } from '../../features/documents/document-text.tsx';
import { useListening } from '../../features/documents/use-listening.ts';
import { useReadingMarks } from '../../features/documents/use-reading-marks.ts';
import {
  Bar,
  Button,
  Card,
  copyText,
  DateInput,
  ErrorState,
  Field,
  Icon,
  iconCopy,
  iconPrint,
  Notice,
  Page,
  Row,
  Section,
  Skeleton,
  typedDay,
} from '../../ui/index.ts';
import { ListenButton } from '../../ui/listen-button.tsx';
import './document-page.css';
import { WayHome } from '../pay/load-problem.tsx';

/** A document as it is or was published: `version` or `asOf` in the address say which, `productId` of which edition. */
export function DocumentPage({ pageKey }: { pageKey: string }) {
  const query = useQuery();
  const { editionCode } = useProduct();
  const wanted = wantedOf(query, editionCode);
  const { state, value, failure, reload } = useCall(
    calls.queryPage,
    { pageKey, ...wanted },
    { overlay: false, quietFailure: true },
  );
  useReadingMarks(value ?? null, null);
  const text = useRef<HTMLDivElement>(null);
  const listening = useListening(value ?? null, text);
  const canPrint = useChannel().kind === 'plain' && typeof window.print === 'function';
  if (state === 'failed' && failure) {
    const missing = 'name' in failure && (failure.name === 'not-found' || failure.name === 'bad-input');
    return (
      <Page title="相关协议">
        {failure instanceof NetworkFailure ? (
          <ErrorState kind={failure.reason} onReload={reload} />
        ) : !missing ? (
          <ErrorState kind="busy" lead={failureLead(failure)} onReload={reload} />
        ) : (
          <Notice tone="warn" title={failure.message}>
            <a className="link" href="#/agreement">
              看全部协议
            </a>
          </Notice>
        )}
        <WayHome />
      </Page>
    );
  }
  if (!value) {
    return (
      <Page title="相关协议">
        <Card>
          <Skeleton lines={[24, 84, 24, 112, 24, 84]} />
        </Card>
      </Page>
    );
  }
  const address = new URLSearchParams({ key: pageKey, version: String(value.version), productId: value.editionCode });
  const link = `${window.location.origin}/#/agreement?${address}`;
  return (
    <Page
      title={value.title}
      lead={`第 ${value.version} 版，${value.publishedAt.slice(0, 10)} 起`}
      className="document-page"
      bar={
        <Bar>
          <Button kind="neutral" onPress={() => void copyText(link)}>
            <Icon name={iconCopy} size={20} />
            复制链接
          </Button>
          {canPrint && (
            <Button onPress={() => window.print()}>
              <Icon name={iconPrint} size={20} />
              打印
            </Button>
          )}
        </Bar>
      }
    >
      <Versions pageKey={pageKey} productId={value.editionCode} shown={value.version} />
      {listening.isOffered && (
        <div className={listening.isReading ? 'document-listen now' : 'document-listen'}>
          <ListenButton isReading={listening.isReading} onPress={listening.press} />
        </div>
      )}
      <div ref={text}>
        <Card>
          <h2 className="sr-only">正文</h2>
          <DocumentText blocks={value.blocks} callable />
        </Card>
      </div>
      <p className="note mt3 document-mark">
        核对码 <span className="num">{value.sha256.slice(0, 16)}</span>，文字改动一个字就会不同
      </p>
    </Page>
  );
}

function wantedOf(query: URLSearchParams, editionCode: string) {
  const version = Number(query.get('version'));
  const asOf = query.get('asOf');
  return {
    productId: query.get('productId') ?? editionCode,
    ...(Number.isInteger(version) && version > 0 && { version }),
    ...(query.get('version') === null && asOf !== null && { asOf }),
  };
}

type VersionsProps = { pageKey: string; productId: string; shown: number };

/** Which version this is, and the way to the others. */
function Versions({ pageKey, productId, shown }: VersionsProps) {
  const { value } = useCall(calls.pageVersions, { pageKey, productId }, { overlay: false, quietFailure: true });
  const [open, setOpen] = useState(false);
  if (!value) return null;
  const own = value.versions.find(({ version }) => version === shown);
  // An edition that the address names is kept by itself; another one is not to be named in it for good.
  const linkTo = (version: number) => `#/agreement?${new URLSearchParams({ key: pageKey, version: String(version) })}`;
  const day = (time: string) => time.slice(0, 10);
  return (
    <div className="document-versions">
      {own?.replacedAt && (
        <Notice tone="warn" title={`这是以前的版本，${day(own.replacedAt)} 起换成了新版`}>
          您在这段时间里同意的，就是这一版。
          <a className="link" href={`#/agreement?${new URLSearchParams({ key: pageKey })}`}>
            看现在的版本
          </a>
        </Notice>
      )}
      {open ? (
        <Section title="全部版本">
          <Card flush>
            <ul>
              {value.versions.map(({ version, publishedAt, replacedAt }) => (
                <li key={version}>
                  <Row
                    label={`第 ${version} 版`}
                    note={
                      replacedAt ? `${day(publishedAt)} 到 ${day(replacedAt)}` : `${day(publishedAt)} 起，现在的版本`
                    }
                    {...(version === shown ? { value: '正在看' } : { href: linkTo(version) })}
                  />
                </li>
              ))}
            </ul>
          </Card>
          <DayFinder pageKey={pageKey} />
        </Section>
      ) : (
        <Button kind="text" onPress={() => setOpen(true)}>
          全部版本（{value.versions.length}），按日期找
        </Button>
      )}
    </div>
  );
}

/** The version of a day: what somebody has agreed to then. */
function DayFinder({ pageKey }: Pick<VersionsProps, 'pageKey'>) {
  const [text, setText] = useState('');
  const today = beijingDate(useServerClock().now());
  const day = typedDay(text);
  const address = new URLSearchParams({ key: pageKey, ...(day && { asOf: day }) });
  return (
    <div className="document-finder">
      <Field id="document-day" label="看哪一天的版本">
        {(field) => (
          <DateInput
            {...field}
            value={text}
            onChange={setText}
            what="日期"
            placeholder="例如 2026-01-31"
            min="2020-01-01"
            max={today}
          />
        )}
      </Field>
      {day !== null && day <= today && (
        <Button kind="neutral" block href={`#/agreement?${address}`}>
          看 {formatDotDate(day)} 的版本
        </Button>
      )}
    </div>
  );
}
