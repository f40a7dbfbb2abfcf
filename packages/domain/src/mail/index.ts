export { checkMailAddress, type MailAddressCheck, maskMailAddress } from './mail-address.ts';
