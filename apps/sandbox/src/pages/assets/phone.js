// Shows the messages of one phone and looks for new ones every second.
const list = document.getElementById('messages');
const empty = document.getElementById('empty');
let shown = '';

const element = (tag, className, text) => {
  const node = document.createElement(tag);
  node.className = className;
  node.textContent = text;
  return node;
};

const card = (message) => {
  const item = element('li', 'card', '');
  item.dataset.testid = 'message';
  if (message.code) {
    const code = element('p', 'code', message.code);
    code.dataset.testid = 'code';
    item.append(code);
  }
  item.append(element('p', '', message.text), element('p', 'muted', message.time));
  return item;
};

const refresh = async () => {
  try {
    const response = await fetch(`/phone/messages?number=${encodeURIComponent(list.dataset.phone)}`);
    const text = await response.text();
    if (response.ok && text !== shown) {
      shown = text;
      const { messages } = JSON.parse(text);
      list.replaceChildren(...messages.map(card));
      empty.hidden = messages.length > 0;
    }
  } catch {
    // The sandbox may be restarting; the next look will tell.
  }
  setTimeout(refresh, 1000);
};
refresh();
