import { useEffect, useState } from 'react';

interface Told {
  readonly password: string;
  readonly people: readonly { readonly account: string; readonly name: string; readonly code: string }[];
}

const REFRESH_MS = 5_000;
const isDemonstration = () => document.querySelector<HTMLMetaElement>('meta[name="demonstration"]')?.content === 'yes';

/** Outside production: how the demonstration's people sign in. The server of a real shop has nothing to tell. */
export function Demonstration() {
  const [told, setTold] = useState<Told | null>(null);
  useEffect(() => {
    if (!isDemonstration()) return;
    const ask = () =>
      fetch('/hmb-js26/console/demonstration.json')
        .then((response) => (response.ok ? response.json() : null))
        .then(setTold, () => {});
    void ask();
    const timer = setInterval(ask, REFRESH_MS);
    return () => clearInterval(timer);
  }, []);
  if (told === null || told.people.length === 0) return null;
  return (
    <details className="door-demo">
      <summary>演示账号（密码都是 {told.password}）</summary>
      <table className="door-accounts">
        <thead>
          <tr>
            <th className="door-cell" scope="col">
              角色
            </th>
            <th className="door-cell" scope="col">
              账号
            </th>
            <th className="door-cell" scope="col">
              现在的口令
            </th>
          </tr>
        </thead>
        <tbody className="num">
          {told.people.map(({ account, name, code }) => (
            <tr key={account}>
              <td className="door-cell">{name}</td>
              <td className="door-cell">{account}</td>
              <td className="door-cell">{code}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
