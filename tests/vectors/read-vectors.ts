import { readFileSync } from 'node:fs';

export interface Vector {
  /** The columns of the line, split at ` => `. A column in double quotes is read as JSON, so blanks can be shown. */
  columns: string[];
  /** What follows the last ` # ` of the line, or empty. */
  comment: string;
  /** `file.txt:12`, for test names. */
  at: string;
}

/** Reads an example file of this folder: one input per line; empty lines and lines that start with # do not count. */
export function readVectors(file: string): Vector[] {
  const lines = readFileSync(new URL(file, import.meta.url), 'utf8').split('\n');
  const vectors = lines.flatMap((line, index) => {
    if (line.trim() === '' || line.startsWith('#')) return [];
    const commentAt = line.lastIndexOf(' # ');
    const content = commentAt < 0 ? line : line.slice(0, commentAt);
    const columns = content.split(' => ').map((column) => column.trim());
    return [{ columns: columns.map(unquoted), comment: commentAt < 0 ? '' : line.slice(commentAt + 3).trim(), at: `${file}:${index + 1}` }];
  });
  if (vectors.length === 0) throw new Error(`${file} holds no example`);
  return vectors;
}

function unquoted(column: string): string {
  return column.startsWith('"') ? String(JSON.parse(column)) : column;
}
