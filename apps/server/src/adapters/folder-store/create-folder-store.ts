import { createHash, randomBytes } from 'node:crypto';
import { chmod, link, mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import {
  checkedObjectName,
  type Keeping,
  type KeptObject,
  type ObjectState,
  type ObjectStore,
  ObjectTaken,
  StoreUnavailable,
} from '../../ports/object-store.ts';
import type { Clock } from '../../ports/outside.ts';
import { readAtOnce } from './read-at-once.ts';

export interface FolderStoreOptions {
  readonly folder: string;
  readonly clock: Clock;
  /**
   * For a program that has nothing else to do meanwhile: it reads at once instead of having others read for it, which for small files
   * takes a fifth of the processor's time.
   */
  readonly waits?: boolean;
}

/** What stands in the file beside an object. */
type Kept = Omit<Keeping, 'lock'>;

const NOTHING_KEEPS_IT: Kept = { retainUntilMs: null, held: false };
const READ_ONLY = 0o444;
/** Room for what stands in such a file. */
const KEPT_BYTES = 1_024;

/**
 * Objects as read-only files of one folder, which several servers may share. Retention stands in a file beside each
 * object and binds this program alone: whoever may write to the folder may delete from it, so its lock is `advisory`.
 */
export function createFolderStore({ folder, clock, waits = false }: FolderStoreOptions): ObjectStore {
  // A checked name has nothing in it that leads elsewhere: there is no need to join it piece by piece.
  const [objects, keepings] = [join(folder, 'objects'), join(folder, 'keeping')];
  const objectPath = (name: string): string => `${objects}/${checkedObjectName(name)}`;
  const keepingPath = (name: string): string => `${keepings}/${checkedObjectName(name)}.json`;

  const keptRoom = Buffer.allocUnsafe(KEPT_BYTES);

  const read = async (path: string, room?: Buffer): Promise<Buffer | null> =>
    waits ? readAtOnce(path, room) : readFile(path).catch(unlessAbsent);

  async function keptOf(name: string): Promise<Kept> {
    const path = keepingPath(name);
    // Made text of before anything else is read into the same room.
    const text = waits ? readAtOnce(path, keptRoom)?.toString() : (await read(path))?.toString();
    return text === undefined ? NOTHING_KEEPS_IT : (JSON.parse(text) as Kept);
  }

  async function keep(name: string, keeping: Kept): Promise<void> {
    const path = keepingPath(name);
    const written = await writeAside(path, Buffer.from(JSON.stringify(keeping)));
    await rename(written, path);
    await flushFolder(dirname(path));
  }

  async function stateOf(name: string, bytes: Buffer): Promise<ObjectState> {
    return { bytes: bytes.length, sha256: sha256(bytes), ...lockedBy(await keptOf(name)) };
  }

  const get = async (name: string, room?: Buffer): Promise<Buffer | null> => read(objectPath(name), room);

  async function kept(name: string, room?: Buffer): Promise<KeptObject | null> {
    const bytes = await get(name, room);
    return bytes && { bytes, keeping: lockedBy(await keptOf(name)) };
  }

  async function state(name: string): Promise<ObjectState | null> {
    const bytes = await get(name);
    return bytes && stateOf(name, bytes);
  }

  async function changeKeeping(name: string, change: (before: Kept) => Kept): Promise<ObjectState | null> {
    const bytes = await get(name);
    if (!bytes) return null;
    const before = await keptOf(name);
    const after = change(before);
    if (after.held !== before.held || after.retainUntilMs !== before.retainUntilMs) await keep(name, after);
    return stateOf(name, bytes);
  }

  const retain = (name: string, untilMs: number): Promise<ObjectState | null> =>
    changeKeeping(name, (before) => ({ ...before, retainUntilMs: Math.max(before.retainUntilMs ?? 0, untilMs) }));

  return told({
    async put(name, bytes, { retainUntilMs }) {
      const path = objectPath(name);
      // Kept from its first moment on: an object without its retention could be deleted.
      if (retainUntilMs !== undefined) {
        const before = await keptOf(name);
        if ((before.retainUntilMs ?? 0) < retainUntilMs) await keep(name, { ...before, retainUntilMs });
      }
      const written = await writeAside(path, bytes);
      try {
        // A link is refused where the name is taken, unlike a rename.
        await link(written, path);
        await chmod(path, READ_ONLY);
        await flushFolder(dirname(path));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      } finally {
        await rm(written, { force: true });
      }
      const stored = await get(name);
      if (!stored?.equals(bytes)) throw new ObjectTaken(name);
      return stateOf(name, stored);
    },
    get,
    async range(name, from, length) {
      const file = await open(objectPath(name)).catch(unlessAbsent);
      if (!file) return null;
      try {
        const part = Buffer.alloc(length);
        const { bytesRead } = await file.read(part, 0, length, from);
        return part.subarray(0, bytesRead);
      } finally {
        await file.close();
      }
    },
    state,
    kept,
    retain,
    hold: (name, held) => changeKeeping(name, (before) => ({ ...before, held })),
    async remove(name) {
      const kept = await keptOf(name);
      if (kept.held || (kept.retainUntilMs ?? 0) > clock.now()) return 'locked';
      const path = objectPath(name);
      const removed = await rm(path).then(() => true, unlessAbsent);
      await rm(keepingPath(name), { force: true });
      return removed ? 'removed' : 'absent';
    },
  });
}

const lockedBy = (kept: Kept): Keeping => ({
  ...kept,
  lock: kept.held || kept.retainUntilMs !== null ? 'advisory' : 'none',
});

/** A file of its own beside the place, on the disk before its name is given. */
async function writeAside(path: string, bytes: Buffer): Promise<string> {
  await mkdir(dirname(path), { recursive: true });
  const aside = `${path}.${randomBytes(6).toString('hex')}~`;
  const file = await open(aside, 'wx', 0o644);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
  return aside;
}

async function flushFolder(path: string): Promise<void> {
  const folder = await open(path);
  await folder.sync().finally(() => folder.close());
}

function unlessAbsent(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}

/** Problems of the disk as the port's own. */
function told(store: ObjectStore): ObjectStore {
  const wrap =
    <A extends unknown[], R>(method: (...given: A) => Promise<R>) =>
    async (...given: A): Promise<R> => {
      try {
        return await method(...given);
      } catch (error) {
        const { code, message } = error as NodeJS.ErrnoException;
        throw typeof code === 'string' && !(error instanceof RangeError) ? new StoreUnavailable(message) : error;
      }
    };
  return {
    put: wrap(store.put),
    get: wrap(store.get),
    range: wrap(store.range),
    state: wrap(store.state),
    kept: wrap(store.kept),
    retain: wrap(store.retain),
    hold: wrap(store.hold),
    remove: wrap(store.remove),
  };
}

function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
