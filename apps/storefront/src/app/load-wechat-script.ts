/**
 * Loads the messaging app's script. Its absence costs share cards only, so a failure is left alone; with the sandbox, whose
 * address is plain http, the script also brings the bridge that pays. The page's policy names the one origin it may be of.
 */
export function loadWechatScript(url: string): void {
  if (!/^https?:\/\//.test(url) || document.querySelector('script[data-wechat]')) return;
  const script = document.createElement('script');
  script.src = url;
  script.async = true;
  script.dataset.wechat = '';
  document.head.append(script);
}
