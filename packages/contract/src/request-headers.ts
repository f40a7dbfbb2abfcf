/** Headers that every call of the distribution API carries, with their fixed values. */
export const PRODUCT_NUMBER_HEADER = 'X-PI-PRO-NUM';
export const PROJECT_ID_HEADER = 'projectId';
export const PRODUCT_NUMBER = 'CITY00000022';
export const PROJECT_ID = 'PJ000059';

/** The recording that runs in the page that saves or pays an order. */
export const RECORD_ID_HEADER = 'X-Record-Id';

/** Base path of the distribution API and path of the tracing service beside it. */
export const API_BASE_PATH = '/hmb-js26';
export const TRACING_BASE_PATH = '/traceable-service';

export const REQUEST_TIMEOUT_MS = 60_000;
/** Slower calls are reported to monitoring; nothing else happens. */
export const SLOW_REQUEST_MS = 2_000;
