import { startApp } from './start-app.tsx';

// Where one of them is missing, the boot script has said that the phone is too old: nothing may draw over that.
if ('BigInt' in self && 'allSettled' in Promise) void startApp();
