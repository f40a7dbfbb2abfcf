export { checkNickname, NICKNAME_MAX } from './nickname.ts';
