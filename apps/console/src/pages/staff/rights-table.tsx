import { STAFF_PERMISSIONS, STAFF_ROLES } from '@huimin/contract/vocabulary';
import { STAFF_PERMISSION_TABLE, STAFF_ROLE_LABELS } from '@huimin/domain/staff';

const SHORT: Readonly<Record<string, string>> = {
  operations: '运营',
  finance: '财务',
  broker: '经纪',
  service: '客服',
  outlet: '网点',
  channel: '渠道',
  compliance: '合规',
  regulator: '监管',
  system: '系统',
  security: '安全',
  audit: '审计',
};

/** Who may what, as the rules have it. */
export function RightsTable() {
  return (
    <section className="panel" aria-labelledby="rights">
      <div className="panel-head">
        <h2 id="rights">角色能做什么</h2>
        <span className="space" />
        <small>
          <span className="yes">✓</span> 有　<span className="two">两人</span> 要第二人同意
        </small>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a panel that scrolls is reached by keyboard */}
      <section className="scroll-x right-scroll" tabIndex={0} aria-label="角色能做什么，可滚动">
        <table className="right-table">
          <thead>
            <tr>
              <th scope="col" className="right-what">
                <span className="sr-only">权限</span>
              </th>
              {STAFF_ROLES.map((role) => (
                <th key={role} scope="col" className="right-role" title={STAFF_ROLE_LABELS[role]}>
                  {SHORT[role]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {STAFF_PERMISSIONS.map((name) => {
              const row = STAFF_PERMISSION_TABLE[name];
              return (
                <tr key={name}>
                  <th scope="row" className="right-what">
                    {row.title}
                  </th>
                  {STAFF_ROLES.map((role) => (
                    <td key={role} className="right-cell">
                      <Right has={row.roles.includes(role)} two={row.two === true} />
                    </td>
                  ))}
                </tr>
              );
            })}
          </tbody>
        </table>
      </section>
    </section>
  );
}

function Right({ has, two }: { has: boolean; two: boolean }) {
  if (!has) return <span className="no">—</span>;
  return two ? (
    <span className="two">两人</span>
  ) : (
    <span className="yes">
      <span aria-hidden="true">✓</span>
      <span className="sr-only">有</span>
    </span>
  );
}
