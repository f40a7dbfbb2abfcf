import { expect, test } from 'vitest';
import { filesBelow, read } from './source-files.ts';

/** Before it no shop was running that could have been updated. */
const FIRST_OF_RUNNING_SHOPS = 110;
const ownMigrations = filesBelow('apps/server/migrations', /^\d{4}-.+\.sql$/);
const numberOf = (file: string) => Number(/\/(\d{4})-/.exec(file)?.[1]);

/** Statements after which a server of the release before could not go on selling (docs/decisions/0158). */
function takesAway(sql: string): string[] {
  const statements = sql
    .replace(/--.*$/gm, '')
    .split(';')
    .flatMap((statement) => (/^\s*alter table/i.test(statement) ? statement.split(/,\s*\n/) : [statement]));
  return statements
    .map((statement) => statement.replace(/\s+/g, ' ').trim())
    .filter(
      (statement) =>
        /\b(drop (table|column)|rename|(?<!drop )set not null)\b/i.test(statement) ||
        /\balter column \S+ (set data )?type\b/i.test(statement) ||
        (/\badd column\b/i.test(statement) && /\bnot null\b/i.test(statement) && !/\bdefault\b/i.test(statement)),
    );
}

test('what a server of the release before still reads or leaves out is found', () => {
  const found = ownMigrations.filter((file) => takesAway(read(file)).length > 0).map(numberOf);
  expect(found).toEqual(expect.arrayContaining([13, 29, 30, 85]));
  expect(takesAway('alter table a add column b integer not null')).toHaveLength(1);
  expect(takesAway('alter table a\n  add column b integer not null,\n  add column c text;')).toHaveLength(1);
  expect(takesAway('alter table a rename column b to c')).toHaveLength(1);
  expect(takesAway('alter table a alter column b type bigint')).toHaveLength(1);
});

test('what only adds, or asks for less, is left alone', () => {
  expect(takesAway('-- drop table a\ncreate table b (c integer not null);')).toEqual([]);
  expect(takesAway('alter table a add column b integer not null default 0; drop index a_b;')).toEqual([]);
  expect(takesAway('alter table a alter column b drop not null;')).toEqual([]);
});

test('servers of two releases sell over one database: migrations only add', () => {
  const later = ownMigrations.filter((file) => numberOf(file) >= FIRST_OF_RUNNING_SHOPS);
  expect(later.flatMap((file) => takesAway(read(file)).map((statement) => `${file}: ${statement}`))).toEqual([]);
});
