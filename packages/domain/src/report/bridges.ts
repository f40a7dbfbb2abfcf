/**
 * Which marked cells of a table lie on no ring, as `row * width + column`. Rows and columns are the points of a graph, marked
 * cells its lines; a line without a ring is a bridge, and one walk through the graph finds them all.
 */
export function bridgesOf(marked: readonly (readonly boolean[])[]): Set<number> {
  const height = marked.length;
  const width = marked[0]?.length ?? 0;
  const linesOf: number[][] = Array.from({ length: height + width }, () => []);
  for (const [row, cells] of marked.entries()) {
    for (const [column, is] of cells.entries()) {
      if (!is) continue;
      linesOf[row]?.push(height + column);
      linesOf[height + column]?.push(row);
    }
  }
  // When a point was come to first, and the earliest point that is reached from behind it by another way.
  const come = new Int32Array(height + width);
  const earliest = new Int32Array(height + width);
  const found = new Set<number>();
  let clock = 0;
  const walk = (point: number, from: number): void => {
    clock += 1;
    come[point] = clock;
    let low = clock;
    for (const next of linesOf[point] ?? []) {
      if (next === from) continue;
      const known = come[next] ?? 0;
      if (known === 0) walk(next, point);
      low = Math.min(low, known === 0 ? (earliest[next] ?? low) : known);
      if (known === 0 && (earliest[next] ?? 0) > (come[point] ?? 0)) found.add(cellOf(point, next, height, width));
    }
    earliest[point] = low;
  };
  for (let point = 0; point < height; point++) if (come[point] === 0) walk(point, -1);
  return found;
}

function cellOf(one: number, other: number, height: number, width: number): number {
  return Math.min(one, other) * width + Math.max(one, other) - height;
}
