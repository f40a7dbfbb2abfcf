// Runs a program of the repository on the pinned Node, with what it needs in place. Arguments go on.
import { join } from 'node:path';
import { ensureChromium } from './find-chromium.mjs';
import {
  checkNodeVersion,
  ensureConsole,
  ensureInstalled,
  ensureServer,
  ensureStorefront,
  root,
  runtimeNode,
  runUntilStopped,
} from './prepare.mjs';

/**
 * Ends with the program's code, and hands signals on to it.
 * @param {string} file from the repository's root
 * @param {{ pages?: 'none' | 'residents' | 'all', chromium?: boolean }} [needs] which built pages, with `all` the server
 * too, which does not start without them; and whether a browser
 */
export function runProgram(file, { pages = 'none', chromium = false } = {}) {
  checkNodeVersion();
  ensureInstalled();
  const node = runtimeNode();
  if (pages !== 'none') ensureStorefront(node);
  if (pages === 'all') {
    ensureConsole(node);
    ensureServer(node);
  }
  const env = chromium ? { ...process.env, CHROMIUM_PATH: ensureChromium() } : process.env;
  runUntilStopped(node, [join(root, file), ...process.argv.slice(2)], { env });
}
