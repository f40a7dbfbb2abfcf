import { Link } from 'react-router';
import { useCall } from '../../api/use-call.ts';
import { LoadProblem } from '../../app/load-problem.tsx';
import { StateTag } from '../../parts/state-tag.tsx';
import '../complaints/complaints.css';
import { writtenDay } from '../../parts/when.ts';

/** What residents complain about in one order: where each stands, until when it is answered, and the way to it. */
export function ComplaintsPanel({ orderNo }: { orderNo: string }) {
  const { value, problem, reload } = useCall('listOrderComplaints', { orderNo });
  const complaints = value?.complaints ?? [];
  return (
    <section className="panel" aria-label="投诉">
      <div className="panel-head">
        <h2>投诉</h2>
        {complaints.length > 0 && <small className="num">{complaints.length} 件</small>}
      </div>
      <LoadProblem problem={problem} onRetry={reload} />
      {value?.complaints.length === 0 && <p className="few">这笔订单没有投诉</p>}
      <ul className="complaint-rows">
        {complaints.map((one) => (
          <li key={one.complaintNo}>
            <Link className="num" to={`/complaints?number=${one.complaintNo}`}>
              {one.complaintNo}
            </Link>
            <span>{one.categoryLabel}</span>
            <StateTag tone={one.late ? 'error' : one.tone}>{one.statusLabel}</StateTag>
            {one.finding !== '' && <span>{one.finding}</span>}
            <span className="state-plain">
              <span className="num">{writtenDay(one.filedAt)}</span> {one.byPhone ? '电话登记' : '提交'}，
              {one.late ? '已过期限' : '期限'} <span className="num">{writtenDay(one.dueAt)}</span>
              {one.extended && '（延过）'}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
