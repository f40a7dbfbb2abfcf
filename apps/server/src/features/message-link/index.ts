export { newMessageLink, shardOfMessageLink } from './links.ts';
export { registerShortAddresses } from './short-address.ts';
export { checkIdTail, mayOpenLink } from './who-opens.ts';
