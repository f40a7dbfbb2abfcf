export { downloadPolicy } from './download-policy.ts';
export { queryCertificate } from './query-certificate.ts';
export { selectListPolicy } from './select-list-policy.ts';
