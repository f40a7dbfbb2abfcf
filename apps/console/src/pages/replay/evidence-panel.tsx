import type { RecordingCheckValue, RecordingViewValue } from '@huimin/contract/console';
import { App, Button, Checkbox } from 'antd';
import { useState } from 'react';
import { call, sentenceOf } from '../../api/client.ts';
import { Icon } from '../../app/icon.tsx';
import { clockTime, shortTime, writtenDay } from '../../parts/when.ts';
import { LooksList } from './looks-list.tsx';

type Line = RecordingCheckValue['lines'][number];

const AUTHORITIES: Readonly<Record<number, string>> = { 1: '第一机构', 2: '日终第二机构' };

/** What is known of the recording as evidence: the twelve checks, what was sealed and stamped, and who has looked at it. */
export function EvidencePanel({ recording, onChecked }: { recording: RecordingViewValue; onChecked(): void }) {
  const { check, seals, keeping, accesses, trace } = recording;
  const { message } = App.useApp();
  const [deep, setDeep] = useState(false);
  const [busy, setBusy] = useState(false);
  const [looksOpen, setLooksOpen] = useState(false);
  const sealed = seals.length > 0;
  const again = () => {
    setBusy(true);
    call('checkRecording', { trace, deep })
      .then(onChecked, (problem) => message.error(sentenceOf(problem)))
      .finally(() => setBusy(false));
  };
  return (
    <section className="panel rp-evidence" aria-labelledby="rp-evidence">
      <div className="panel-head">
        <h2 id="rp-evidence">证据检查</h2>
        <span className="space" />
        {check && <small className="num">{timeOf(check.at)} 验过</small>}
        {sealed && (
          <Button size="small" loading={busy} onClick={again}>
            {check ? '再验一遍' : '验一遍'}
          </Button>
        )}
      </div>
      <div className="panel-body">
        {check ? (
          <p className={`rp-verdict ${check.verdict === 'intact' ? 'rp-good' : 'rp-warn'}`} aria-live="polite">
            <span className="rp-verdict-mark">
              <Mark
                state={check.verdict === 'intact' ? 'ok' : check.verdict === 'altered' ? 'failed' : 'warn'}
                size={22}
              />
            </span>
            <b>{check.verdictLabel}</b>
            <span>
              {check.summary}
              {check.deep ? '（逐批解密验过）' : ''}
            </span>
          </p>
        ) : (
          <p className="rp-verdict rp-wait">
            <b>{sealed ? '还没有验过' : '还没有封存'}</b>
            <span>
              {sealed
                ? '按“验一遍”，十二项逐一检查，结果留在这里'
                : '最后一批之后半小时没有动静就封存，封存以后才能检查'}
            </span>
          </p>
        )}
        {check && (
          <ol className="rp-twelve">
            {check.lines.map((line) => (
              <CheckLine key={line.number} line={line} />
            ))}
          </ol>
        )}
        {sealed && (
          <Checkbox className="rp-deep" checked={deep} onChange={(event) => setDeep(event.target.checked)}>
            再验时逐批解密，和清单对一遍
          </Checkbox>
        )}
        <dl className="rp-seals">
          {seals.map(({ addendum, manifestSha256, sealedAt, stamps }) => (
            <div key={addendum}>
              <dt>{addendum === 0 ? '清单哈希' : `第 ${addendum} 次补录`}</dt>
              <dd className="rp-hash" title={manifestSha256}>
                {shortHash(manifestSha256)}
              </dd>
              <dt>封存</dt>
              <dd className="num">{momentOf(sealedAt)}</dd>
              <dt>时间戳</dt>
              <dd className="num">
                {stamps.length === 0
                  ? '还没有'
                  : stamps
                      .map(({ authority, at }) => `${AUTHORITIES[authority] ?? authority} ${momentOf(at)}`)
                      .join('，')}
              </dd>
            </div>
          ))}
          {keeping.until !== null && (
            <div>
              <dt>保存到</dt>
              <dd>
                <span className="num">{writtenDay(keeping.until)}</span>
                <br />
                {keeping.rule}
              </dd>
            </div>
          )}
        </dl>
        <p className="rp-note">
          <Icon name="info" size={16} />
          <span>
            能证明收到以后没改过、先后顺序和看到的文字；不能证明手机本身可信、拿手机的是谁，也不管进日志之前的不到一分钟。
          </span>
        </p>
      </div>
      <p className="rp-looks">
        <span>
          看过 {accesses.count} 次{accesses.lastBy === '' ? '' : `，最近 ${accesses.lastBy}`}
        </span>
        {accesses.mayList && (
          <Button type="link" size="small" onClick={() => setLooksOpen(true)}>
            查看记录
          </Button>
        )}
      </p>
      <LooksList looks={accesses.latest} open={looksOpen} onClose={() => setLooksOpen(false)} />
    </section>
  );
}

const STATE_WORDS: Readonly<Record<Line['state'], string>> = {
  ok: '通过',
  warn: '有说明',
  failed: '不符',
  unchecked: '没法验',
};

function CheckLine({ line: { number, title, state, detail } }: { line: Line }) {
  return (
    <li>
      <span className="num">{number}</span>
      <Mark state={state} size={16} />
      <b className={`rp-check-${state}`}>
        {title}
        <span className="rp-unseen">：{STATE_WORDS[state]}</span>
      </b>
      <small>{detail}</small>
    </li>
  );
}

const MARKS: Readonly<Record<Line['state'], string>> = {
  ok: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18ZM7.8 12.3l2.9 2.9 5.6-5.9',
  warn: 'M12 4 2.8 19.5h18.4ZM12 10v4.5M12 17h.01',
  failed: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18ZM8.8 8.8l6.4 6.4M15.2 8.8l-6.4 6.4',
  unchecked: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18ZM8 12h8',
};

function Mark({ state, size }: { state: Line['state']; size: number }) {
  return (
    <svg className={`rp-mark rp-check-${state}`} width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
      <path d={MARKS[state]} />
    </svg>
  );
}

const timeOf = clockTime;
const momentOf = shortTime;
const shortHash = (hash: string): string => `${grouped(hash.slice(0, 8))} … ${grouped(hash.slice(-8))}`;
const grouped = (part: string): string => `${part.slice(0, 4)} ${part.slice(4)}`.toUpperCase();
