/** A tab's name with how much is there. */
export function TabLabel({ label, count }: { readonly label: string; readonly count: string | number }) {
  return (
    <>
      {label} <span className="tab-count">{count}</span>
    </>
  );
}
