import { useNavigate } from 'react-router';

/** Back to the page that led here, as it was narrowed; to the list where the address itself was opened. */
export function useBack(list: string): () => void {
  const navigate = useNavigate();
  return () => {
    // How many pages of the console lie before this one, as the router notes it.
    const { idx = 0 } = (window.history.state ?? {}) as { idx?: number };
    if (idx > 0) navigate(-1);
    else navigate(list);
  };
}
