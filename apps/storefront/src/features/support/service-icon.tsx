import { useProduct } from '../../context/index.ts';
import { Icon, iconChat, telHref } from '../../ui/index.ts';

/** Customer service in the bottom bar: the chat where there is one, the phone otherwise. */
export function ServiceIcon() {
  const { serviceUrl, tel } = useProduct();
  return (
    <a className="bar-icon" href={serviceUrl || telHref(tel)}>
      <Icon name={iconChat} size={22} />
      客服
    </a>
  );
}
