export * from './gaps.ts';
export * from './manifest.ts';
export * from './object.ts';
