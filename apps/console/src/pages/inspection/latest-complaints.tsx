import { Link } from 'react-router';
import { useCall } from '../../api/use-call.ts';
import { StateTag } from '../../parts/state-tag.tsx';
import '../complaints/complaints.css';

const SHOWN = 6;

/** Complaints that came in the days shown, each leading to itself, its order and its recording. */
export function LatestComplaints({ from, to }: { from: string; to: string }) {
  const { value } = useCall('listComplaints', { which: 'all', from, to });
  return (
    <section className="panel" aria-label="投诉">
      <div className="panel-head">
        <h2>投诉</h2>
        <span className="space" />
        <Link to={`/complaints?which=all&from=${from}&to=${to}`}>全部</Link>
      </div>
      {value?.complaints.length === 0 && <p className="few">这些天没有投诉</p>}
      <ul className="complaint-rows">
        {(value?.complaints ?? []).slice(0, SHOWN).map((one) => (
          <li key={one.complaintNo}>
            <Link className="num" to={`/complaints?number=${one.complaintNo}`}>
              {one.complaintNo}
            </Link>
            <span>{one.categoryLabel}</span>
            <StateTag tone={one.late ? 'error' : one.tone}>{one.statusLabel}</StateTag>
          </li>
        ))}
      </ul>
    </section>
  );
}
