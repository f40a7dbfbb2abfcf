import type { ExportReportValue, RecordingViewValue } from '@huimin/contract/console';
import type { RecordedEvent } from '@huimin/evidence/events';
import type { Assets } from '../player/messages.ts';
import type { KeyMoment } from './key-moments.ts';

/** One key page: the events that lead to its picture. */
export interface KeyPage {
  readonly moment: KeyMoment;
  readonly events: readonly RecordedEvent[];
  /** Nothing of it could be shown: why. */
  readonly problem: string | null;
}

/** Everything the report is made of. */
export interface ReportContent {
  readonly report: ExportReportValue;
  readonly recording: RecordingViewValue;
  readonly pages: readonly KeyPage[];
  readonly assets: Assets;
}

/** What the console's page says to the report in its window. */
export type ToReport =
  | { readonly say: 'content'; readonly content: ReportContent }
  | { readonly say: 'problem'; readonly text: string };

export type FromReport = { readonly say: 'report-ready' };
