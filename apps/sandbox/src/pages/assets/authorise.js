// WeChat opens the authorise page only with #wechat_redirect, and only the browser can see that.
const silent = document.getElementById('go-on');
const choices = document.getElementById('choices');
if (location.hash !== '#wechat_redirect') {
  document.getElementById('no-fragment').hidden = false;
  if (choices) choices.hidden = true;
} else if (silent) {
  location.replace(silent.dataset.address);
}
