/** Whether the server answers now. */
export async function serverReachable(): Promise<boolean> {
  if (!navigator.onLine) return false;
  try {
    return (await fetch(location.pathname, { method: 'HEAD', cache: 'no-store' })).ok;
  } catch {
    return false;
  }
}
