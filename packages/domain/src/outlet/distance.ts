/** Degrees. */
export interface Place {
  readonly longitude: number;
  readonly latitude: number;
}

const EARTH_M = 6_371_000;
const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** Metres between two places, as the crow flies. */
export function distanceM(a: Place, b: Place): number {
  const [north, east] = [radians(b.latitude - a.latitude), radians(b.longitude - a.longitude)];
  const part =
    Math.sin(north / 2) ** 2 + Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude)) * Math.sin(east / 2) ** 2;
  return 2 * EARTH_M * Math.asin(Math.min(1, Math.sqrt(part)));
}

/** `300 米`, `1.2 公里`, `23 公里`. */
export function distanceText(metres: number): string {
  if (metres < 950) return `${Math.max(100, Math.round(metres / 100) * 100)} 米`;
  const kilometres = metres / 1000;
  return kilometres < 9.95 ? `${kilometres.toFixed(1)} 公里` : `${Math.round(kilometres)} 公里`;
}

const AXIS_M = 6_378_245;
const FLATNESS = 0.006693421622965943;

/** A position as phones tell it (WGS-84) in the coordinates of maps in China (GCJ-02), some hundred metres away. */
export function wgsToGcj({ longitude, latitude }: Place): Place {
  const [x, y] = [longitude - 105, latitude - 35];
  const wave = (value: number, parts: readonly (readonly [number, number])[]): number =>
    parts.reduce((sum, [size, length]) => sum + size * Math.sin((value * Math.PI) / length), 0) * (2 / 3);
  const ripple = wave(6 * x, [[20, 1]]) + wave(2 * x, [[20, 1]]);
  const north =
    -100 +
    2 * x +
    3 * y +
    0.2 * y * y +
    0.1 * x * y +
    0.2 * Math.sqrt(Math.abs(x)) +
    ripple +
    wave(y, [
      [20, 1],
      [40, 3],
      [160, 12],
      [320, 30],
    ]);
  const east =
    300 +
    x +
    2 * y +
    0.1 * x * x +
    0.1 * x * y +
    0.1 * Math.sqrt(Math.abs(x)) +
    ripple +
    wave(x, [
      [20, 1],
      [40, 3],
      [150, 12],
      [300, 30],
    ]);
  const sine = Math.sin(radians(latitude));
  const magic = 1 - FLATNESS * sine * sine;
  const root = Math.sqrt(magic);
  return {
    latitude: latitude + (north * 180) / (((AXIS_M * (1 - FLATNESS)) / (magic * root)) * Math.PI),
    longitude: longitude + (east * 180) / ((AXIS_M / root) * Math.cos(radians(latitude)) * Math.PI),
  };
}
