import './circle-button.css';

type Props = {
  /** Its first two characters stand on the first line, the others below. */
  text: string;
  onPress: () => void;
  /** White on the product's red unless given; a pair that cannot be read is the caller's fault. */
  colour?: string;
  background?: string;
};

/** A round button with its words on two lines. */
export function CircleButton({ text, onPress, colour, background }: Props) {
  const characters = [...text];
  const [first, rest] = [characters.slice(0, 2).join(''), characters.slice(2).join('')];
  return (
    <button type="button" className="circle-button" style={{ color: colour, background }} onClick={onPress}>
      <span>{first}</span>
      {rest !== '' && <span>{rest}</span>}
    </button>
  );
}
