import { closeSync, openSync, readFileSync, readSync } from 'node:fs';

/**
 * A small file, read while everything else waits; null when there is none. It comes as a part of the room where it fits: memory that is
 * asked for anew for every file takes ten times as long as the reading.
 */
export function readAtOnce(path: string, room?: Buffer): Buffer | null {
  try {
    return (room && readInto(path, room)) ?? readFileSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Null where it does not fit: a room that is full may be too small. */
function readInto(path: string, room: Buffer): Buffer | null {
  const file = openSync(path, 'r');
  try {
    let length = 0;
    while (length < room.length) {
      const read = readSync(file, room, length, room.length - length, length);
      length += read;
      // One byte was left over: whoever made the room knew the file's length. Any other may have been read in part.
      if (read === 0 || length === room.length - 1) return room.subarray(0, length);
    }
    return null;
  } finally {
    closeSync(file);
  }
}
