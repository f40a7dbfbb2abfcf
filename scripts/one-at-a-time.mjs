// What two commands of one clone may not do at the same time, such as installing packages or building pages.
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

const LOOK_AGAIN_MS = 200;
/** Longer than another one takes from finding that a holder is gone to removing what that left. */
const SETTLED_MS = 100;

const sleep = (ms) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

/** The process that holds the file; null while nobody does. */
function holderOf(file) {
  try {
    return Number(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Somebody else's program is alive too.
    return error.code === 'EPERM';
  }
}

/** Puts the file there with its content in one step; false where one is there already. */
function take(file) {
  const own = `${file}-${process.pid}`;
  writeFileSync(own, String(process.pid));
  try {
    linkSync(own, file);
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(own);
  }
  sleep(SETTLED_MS);
  return holderOf(file) === process.pid;
}

/**
 * Does `work` while no other program holds `file`, which tells the process that does; waits for that one to end, and says so
 * once by `sayWaiting`. What a killed program left is taken over.
 */
export function oneAtATime(file, sayWaiting, work) {
  mkdirSync(dirname(file), { recursive: true });
  for (let hasSaid = false; !take(file); sleep(LOOK_AGAIN_MS)) {
    const holder = holderOf(file);
    if (holder === null) continue;
    if (!isAlive(holder)) {
      rmSync(file, { force: true });
    } else if (!hasSaid) {
      sayWaiting();
      hasSaid = true;
    }
  }
  const release = () => holderOf(file) === process.pid && rmSync(file);
  process.once('exit', release);
  try {
    return work();
  } finally {
    process.off('exit', release);
    release();
  }
}
