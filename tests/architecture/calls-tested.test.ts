import { type AnyCall, calls } from '@huimin/contract';
import { consoleCalls } from '@huimin/contract/console';
import { expect, test } from 'vitest';
import { filesBelow, isTestFile, read } from './source-files.ts';

/** Tests that send every call something, whatever it is for; being in them says nothing of a call. */
const OF_ALL_CALLS =
  /^tests\/(architecture\/|integration\/(bad-input|ownership|call-input|hostile-addresses|http-surface|console-calls))/;

/** Every call is named, or sent to by its path, in a test of its own topic: one that looks at what it does. */
test('every call has a test that looks at what it does', () => {
  const tests = ['apps/server/src', 'tests'].flatMap((folder) => filesBelow(folder, /\.ts$/)).filter(isTestFile);
  const texts = tests.filter((file) => !OF_ALL_CALLS.test(file)).map(read);
  expect(texts.length).toBeGreaterThan(100);
  const written = texts.join('\n');
  const untested = ([...Object.values(calls), ...Object.values(consoleCalls)] as AnyCall[]).filter(
    ({ name, path }) => !written.includes(`'${name}'`) && !written.includes(path.replace(/\{.*/, '')),
  );
  expect(untested.map(({ name }) => name)).toEqual([]);
});
