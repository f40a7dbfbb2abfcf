/** Codes that are shown once. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  return (
    <ul className="codes" aria-label="备用码">
      {codes.map((code) => (
        <li key={code}>{code}</li>
      ))}
    </ul>
  );
}
