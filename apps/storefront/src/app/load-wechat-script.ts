/**
 * Loads the messaging app's script; false when it does not come. Its absence costs share cards only; with the sandbox,
 * whose address is plain http, the script also brings the bridge that pays. The page's policy names the one origin it may
 * be of.
 */
export function loadWechatScript(url: string): Promise<boolean> {
  if (!/^https?:\/\//.test(url)) return Promise.resolve(false);
  return new Promise((resolve) => {
    const script = document.createElement('script');
    script.src = url;
    script.async = true;
    script.onload = () => resolve(true);
    script.onerror = () => resolve(false);
    document.head.append(script);
  });
}
