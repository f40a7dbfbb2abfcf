// For browsers in which the app does not start: says so, and what to do instead. Written in the oldest syntax, and with
// styles of its own, since the page's may mean nothing there. The phone number is the one that the page was sent with.
// biome-ignore lint/complexity/useArrowFunction: these browsers have none
(function () {
  var RED = '#a8202d';

  function add(parent, name, text, styles) {
    var element = document.createElement(name);
    var property;
    if (text) element.appendChild(document.createTextNode(text));
    for (property in styles) element.style[property] = styles[property];
    parent.appendChild(element);
    return element;
  }

  function show() {
    var product = document.getElementById('product');
    var number = (product && JSON.parse(product.textContent).tel) || '';
    var body = document.body;
    var main;
    var list;
    var link;
    while (body.firstChild) body.removeChild(body.firstChild);
    document.documentElement.removeAttribute('data-boot');
    document.title = '手机版本太旧';
    body.style.background = '#ffffff';
    main = add(body, 'main', '', { display: 'block', padding: '32px 20px', maxWidth: '480px', margin: '0 auto' });
    main.style.fontSize = '20px';
    main.style.lineHeight = '32px';
    main.style.color = '#1f1b1a';
    add(main, 'h1', '这部手机的版本太旧，打不开网上参保', { fontSize: '26px', lineHeight: '38px', margin: '0 0 16px' });
    add(main, 'p', '不是您操作错了。您可以：', { margin: '0 0 8px' });
    list = add(main, 'ul', '', { margin: '0 0 24px', paddingLeft: '24px', listStyle: 'disc' });
    add(list, 'li', '把微信升级到最新版，再打开一次');
    add(list, 'li', '请家人用另一部手机帮您参保');
    add(list, 'li', number ? '打电话给客服，问附近的服务网点' : '到附近的服务网点办理');
    if (number) {
      link = add(main, 'a', ['打电话', number].join(' '), {
        display: 'block',
        padding: '16px',
        borderRadius: '12px',
        background: RED,
        color: '#ffffff',
        fontWeight: 'bold',
        fontSize: '22px',
        textAlign: 'center',
        textDecoration: 'none',
      });
      link.href = ['tel:', number.replace(/[^0-9+]/g, '')].join('');
    }
    add(main, 'p', '如果刚付过款，钱和保单都不会丢。请换一部手机到订单里看，不要重复付。', {
      margin: '24px 0 0',
      fontSize: '18px',
      color: '#544c49',
    });
  }

  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', show);
  else show();
})();
