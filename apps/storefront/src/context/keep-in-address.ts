/** Changes one query parameter of the present address, or (null) takes it out, without a new screen: reload and back find it so. */
export function keepInAddress(name: string, value: string | null): void {
  const [path = '', search = ''] = window.location.hash.split('?');
  const query = new URLSearchParams(search);
  if (value === null) query.delete(name);
  else query.set(name, value);
  const text = query.toString();
  window.history.replaceState(window.history.state, '', text === '' ? path : `${path}?${text}`);
}
