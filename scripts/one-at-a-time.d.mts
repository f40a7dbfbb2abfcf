/** Does `work` while no other program holds `file`; says once that it waits for another one. */
export function oneAtATime<T>(file: string, sayWaiting: () => void, work: () => T): T;
