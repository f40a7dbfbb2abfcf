import { Link } from 'react-router';
import { useCall } from '../../api/use-call.ts';
import { ComplaintHeads } from '../../parts/complaint-heads.tsx';
import { StateTag } from '../../parts/state-tag.tsx';
import { shortDay, shortTime } from '../../parts/when.ts';

const SHOWN = 6;

/** Complaints that came in the days shown, each leading to itself, its order and its recording. */
export function LatestComplaints({ from, to }: { from: string; to: string }) {
  const { value } = useCall('listComplaints', { which: 'all', from, to });
  const complaints = (value?.complaints ?? []).slice(0, SHOWN);
  return (
    <section className="panel" aria-label="投诉">
      <div className="panel-head">
        <h2>投诉和证据</h2>
        <span className="space" />
        <Link to={`/complaints?which=all&from=${from}&to=${to}`}>全部</Link>
      </div>
      {value?.complaints.length === 0 && <p className="few">这些天没有投诉</p>}
      {complaints.length > 0 && (
        <div className="scroll-x">
          <table className="console-table">
            <caption className="sr-only">这些天的投诉，最新的在前</caption>
            <thead>
              <tr>
                <ComplaintHeads />
                <th scope="col">状态</th>
                <th scope="col">核查结果</th>
                <th scope="col">答复期限</th>
                <th scope="col">证据</th>
              </tr>
            </thead>
            <tbody>
              {complaints.map((one) => (
                <tr key={one.complaintNo}>
                  <td className="num">
                    <Link to={`/complaints?which=all&number=${one.complaintNo}`}>{one.complaintNo}</Link>
                  </td>
                  <td className="num">{shortTime(one.filedAt)}</td>
                  <td>{one.categoryLabel}</td>
                  <td>{one.city || '—'}</td>
                  <td>
                    <StateTag tone={one.late ? 'error' : one.tone}>{one.statusLabel}</StateTag>
                  </td>
                  <td>{one.finding || '—'}</td>
                  <td className={`num${one.late ? ' state-bad' : ''}`}>
                    {shortDay(one.dueAt)}
                    {one.late && ' 超期'}
                  </td>
                  <td>{one.orderNo === '' ? '—' : <Link to={`/recordings?number=${one.orderNo}`}>回放</Link>}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}
