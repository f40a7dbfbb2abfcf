import type { RecordingViewValue } from '@huimin/contract/console';
import type { RecordedEvent } from '@huimin/evidence/events';
import type { PlayedAsset } from '@huimin/evidence/replay';
import { call, sentenceOf } from '../../api/client.ts';
import type { Assets } from '../../player/messages.ts';
import { keyMoments } from '../../report/key-moments.ts';
import type { FromReport, KeyPage, ReportContent, ToReport } from '../../report/messages.ts';
import { eventsUpTo } from '../../report/picture-at.ts';
import { loadFiles } from './load-files.ts';

const REPORT = '/hmb-js26/console/report';

/**
 * Opens the report in a window of its own and hands it what it shows, as often as it asks: it may be loaded again. Answers how to
 * stop; null where the browser opens no window.
 */
export function openReport(recording: RecordingViewValue, unmasked: boolean): (() => void) | null {
  const opened = open(REPORT, '_blank');
  if (opened === null) return null;
  const say = (message: ToReport) => opened.postMessage(message, location.origin);
  let making: Promise<ReportContent> | null = null;
  const hear = ({ source, origin, data }: MessageEvent<FromReport>) => {
    if (source !== opened || origin !== location.origin || data.say !== 'report-ready') return;
    making ??= contentOf(recording, unmasked);
    making.then(
      (content) => say({ say: 'content', content }),
      (problem) => {
        making = null;
        say({ say: 'problem', text: sentenceOf(problem) });
      },
    );
  };
  addEventListener('message', hear);
  return () => removeEventListener('message', hear);
}

async function contentOf(recording: RecordingViewValue, unmasked: boolean): Promise<ReportContent> {
  const { trace } = recording;
  const report = await call('makeExportReport', { trace });
  const moments = keyMoments(recording);
  const known = new Map<string, PlayedAsset>();
  const assets: Assets[number][] = [];
  const byTab = new Map<string, RecordedEvent[]>();
  for (const tab of new Set(moments.map((moment) => moment.tab))) {
    const events: RecordedEvent[] = [];
    for (let from: number | null = 0; from !== null; ) {
      const input = { trace, from, ...(tab === '' ? {} : { tab }), ...(unmasked ? { unmasked } : {}) };
      const page: { events: unknown[]; assets: string[]; next: number | null } = await call(
        'readRecordingEvents',
        input,
      );
      events.push(...(page.events as RecordedEvent[]));
      assets.push(...(await loadFiles(page.assets, known, new AbortController().signal)));
      from = page.next;
    }
    byTab.set(tab, events);
  }
  const pages = moments.map((moment): KeyPage => {
    const events = eventsUpTo(byTab.get(moment.tab) ?? [], moment.at);
    return { moment, events, problem: events.length === 0 ? '这一页没有留下画面' : null };
  });
  return { report, recording, pages, assets };
}
