import { useState } from 'react';
import type { CallFailure } from '../../api/client.ts';
import { useProduct } from '../../context/index.ts';
import { DocumentSheet } from '../../features/documents/document-sheet.tsx';
import { Agree, InlineLink } from '../../ui/index.ts';

/** What must be agreed to before a first login, as the page names it. */
const AGREEMENTS = [
  { key: 'user-agreement', title: '用户服务协议' },
  { key: 'privacy-policy', title: '个人信息保护政策' },
] as const;
type AgreementKey = (typeof AGREEMENTS)[number]['key'];
type Versions = readonly { key: string; version: number }[];

/** The field an agreement's problem belongs to. */
export const AGREE_FIELD = 'login-agree';

export interface Agreements {
  readonly agreed: boolean;
  readonly error: string | undefined;
  setAgreed(agreed: boolean): void;
  /** False, and said so, while the box is not ticked. */
  check(): boolean;
  /** What goes along with the login. */
  versions(): { key: string; version: number }[];
  /** The server has newer ones: asks to agree anew. */
  changed(failure: CallFailure): void;
}

/** Whether the two agreements were agreed to, in which versions. The box starts unticked. */
export function useAgreements(): Agreements {
  const { documents } = useProduct();
  const [agreed, setAgreed] = useState(false);
  const [error, setError] = useState<string>();
  /** Newer than the product's list once the server has said so. */
  const [newer, setNewer] = useState<Versions | null>(null);
  return {
    agreed,
    error,
    setAgreed(next) {
      setAgreed(next);
      if (next) setError(undefined);
    },
    check() {
      setError(agreed ? undefined : '请先阅读并同意这两份协议，再登录');
      return agreed;
    },
    versions: () =>
      AGREEMENTS.map(({ key }) => {
        const current = (newer ?? documents).find((document) => document.key === key);
        return { key, version: current?.version ?? 1 };
      }),
    changed(failure) {
      const told = (failure.result as { documents?: Versions } | null)?.documents;
      if (told) setNewer(told);
      setAgreed(false);
      setError(failure.message);
    },
  };
}

/** The line with the box, and the agreements themselves behind their names: an account agrees to those of the edition shown first. */
export function AgreementsLine({ agreements }: { agreements: Agreements }) {
  const [reading, setReading] = useState<AgreementKey | null>(null);
  const [terms, privacy] = AGREEMENTS.map(({ key, title }) => (
    <InlineLink key={key} href="#/agreement" onPress={() => setReading(key)}>
      《{title}》
    </InlineLink>
  ));
  return (
    <div className="mt3">
      <Agree id={AGREE_FIELD} checked={agreements.agreed} error={agreements.error} onChange={agreements.setAgreed}>
        我已阅读并同意{terms}和{privacy}
      </Agree>
      <DocumentSheet
        pageKey={reading}
        title={AGREEMENTS.find((agreement) => agreement.key === reading)?.title ?? ''}
        onClose={() => setReading(null)}
      />
    </div>
  );
}
