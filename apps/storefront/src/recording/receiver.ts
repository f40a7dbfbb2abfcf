/** What marks a page that is looked at for a test (specification, section 7). */
const TEST_MARKER = /test-|localhost/;

/**
 * Origin that recordings are sent to, empty for the page's own: the test's where the page's address says that this is a test and there is
 * one. The page carries both.
 */
export function receiverOf(page: Pick<ParentNode, 'querySelector'>, address: string): string {
  const named = (name: string) => page.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? '';
  return (TEST_MARKER.test(address) && named('record-test-base')) || named('record-base');
}
