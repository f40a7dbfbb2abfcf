export { aesEncrypt } from './aes-encrypt.ts';
export { pushPhone } from './push-phone.ts';
export { queryParam } from './query-param.ts';
export { ybjkJumpCheck } from './ybjk-jump-check.ts';
export { ybjkJumpSave } from './ybjk-jump-save.ts';
