export * from './marks.ts';
export { UnknownNode } from './nodes.ts';
export * from './strings.ts';
export * from './values.ts';
