import type { Inputs } from '../../api/client.ts';

/** What a request's papers are read for; it stands in the audit log. */
export type Purpose = Inputs['readDeskRequest']['purpose'];
