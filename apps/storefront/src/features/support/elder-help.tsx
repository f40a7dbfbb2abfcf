import { useElderMode, useProduct } from '../../context/index.ts';
import { Button, telHref } from '../../ui/index.ts';

/** In large letters each step of a purchase ends with somebody to ring. */
export function ElderHelp() {
  const elder = useElderMode();
  const { tel } = useProduct();
  if (!elder) return null;
  return (
    <div className="center mt4">
      <Button kind="text" href={telHref(tel)} label={`不会办？打电话问，${tel}`}>
        不会办？打电话问
      </Button>
    </div>
  );
}
