import type { HandlerTable } from '../../http/handler.ts';
import { reportClientEvent } from './report-client-event.ts';
import { saveView } from './save-view.ts';
import type { SupportDependencies } from './support-deps.ts';

export type { SupportDependencies } from './support-deps.ts';

/** The calls of this topic, by name. */
export function supportHandlers(deps: SupportDependencies) {
  return { saveView: saveView(), reportClientEvent: reportClientEvent(deps) } satisfies HandlerTable;
}
