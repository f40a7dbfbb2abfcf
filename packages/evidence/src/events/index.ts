export * from './marks.ts';
export * from './strings.ts';
export * from './values.ts';
