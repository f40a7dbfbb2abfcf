/** What travels around every call, without the calls themselves: the browser takes only this part, no schema. */
export * from './envelope.ts';
export * from './reply-codes.ts';
export * from './request-headers.ts';
