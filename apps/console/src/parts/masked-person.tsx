import { StateTag } from './state-tag.tsx';
import './parts.css';

interface Props {
  readonly name: string;
  /** Masked, or whole where that was agreed to. */
  readonly number?: string;
  /** 本人, 配偶. */
  readonly relation?: string;
}

/** Somebody as the console shows people. */
export function MaskedPerson({ name, number, relation }: Props) {
  return (
    <span className="masked-person">
      {name}
      {number !== undefined && <span className="num">{number}</span>}
      {relation !== undefined && <StateTag>{relation}</StateTag>}
    </span>
  );
}
