import { DocumentPage } from './document-page.tsx';

/** #/agree_bxtk: the insurance clauses as a page of their own. */
export default function ClausesPage() {
  return <DocumentPage pageKey="clauses" />;
}
