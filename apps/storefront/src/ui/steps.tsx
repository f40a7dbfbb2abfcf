import './steps.css';

/** Where the person is on the way to the payment; shown in elder mode, where each screen says it. */
export function Steps({ at }: { at: 1 | 2 | 3 | 4 }) {
  return (
    <span className="insure-steps">
      <span>第 {at} 步，共 4 步</span>
      {[1, 2, 3, 4].map((step) => (
        <i key={step} className={step <= at ? 'done' : undefined} />
      ))}
    </span>
  );
}
