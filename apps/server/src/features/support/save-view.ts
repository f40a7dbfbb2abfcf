import type { Calls } from '@huimin/contract';
import { type Handler, ok } from '../../http/handler.ts';

/** Page views are not kept: the call exists because clients of this API know it. */
export function saveView(): Handler<Calls['saveView']> {
  return async () => ok({});
}
