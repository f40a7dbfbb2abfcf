/**
 * What `slim-recorder-plugin.ts` puts in the place of the library's way of writing nodes down. It writes the same (a test), but is
 * not given two dozen settings again for every node, asks for no attribute as a node of its own, and asks nothing that only
 * frames, shadow roots, canvases and film have.
 */

/** The library's numbers for kinds of nodes. */
const [DOCUMENT, DOCUMENT_TYPE, ELEMENT, TEXT, CDATA, COMMENT] = [0, 1, 2, 3, 4, 5];
/** Attributes with addresses, which the library makes whole. */
const WITH_ADDRESS = /^(?:src|href|xlink:href|background|srcset|style|data)$/i;
const TYPED = /^(?:input|textarea|select)$/;
const NOT_TYPED = /^(?:radio|checkbox|submit|button)$/;

export interface WrittenNode {
  type: number;
  id: number;
  tagName?: string;
  attributes?: Record<string, unknown>;
  childNodes?: WrittenNode[];
  [member: string]: unknown;
}

interface Mirror {
  hasNode(node: Node): boolean;
  getId(node: Node): number;
  add(node: Node, written: WrittenNode): void;
}

/** Settings of a recording, as the library hands them on. */
interface Settings {
  readonly doc: Document;
  readonly mirror: Mirror;
  readonly blockSelector: string;
  readonly maskTextSelector: string;
  readonly maskTextFn: (text: string, element: Element | null) => string;
  readonly maskInputFn: (text: string, element: Element) => string;
  readonly maskInputOptions: Readonly<Record<string, boolean>>;
  readonly slimDOMOptions: object;
}

/** Of the library. */
interface Library {
  readonly ignored: number;
  nextId(): number;
  tagNameOf(element: Element): string;
  isLeftOut(written: WrittenNode, slim: object): boolean;
  withWholeAddress(document: Document, tagName: string, name: string, value: string): string;
  withWholeAddresses(css: string, document: Document): string;
  rulesOf(sheet: CSSStyleSheet): string | null;
  typeOf(element: Element): string | null;
  masked(field: object): string;
}

interface Above {
  /** Whether the texts in it are masked. */
  readonly masks: boolean;
  readonly keepsSpace: boolean;
  /** Whether the texts in it have been written down with it. */
  readonly isTold: boolean;
}

/**
 * Answers null for what is left out.
 * @param added it was added, and is written by itself
 * @param isTold its text has been written down with what it stands in
 */
type Serialise = (node: Node, settings: Settings, added?: boolean, isTold?: boolean) => WrittenNode | null;

export function createSerialise(library: Library): Serialise {
  return (node, settings, added = false, isTold = false) => {
    const { doc, mirror, blockSelector, maskTextSelector, slimDOMOptions } = settings;

    function element(of: Element, tagName: string): WrittenNode {
      const attributes: Record<string, unknown> = {};
      for (const name of of.getAttributeNames()) {
        const value = of.getAttribute(name) as string;
        attributes[name] =
          WITH_ADDRESS.test(name) && value ? library.withWholeAddress(doc, tagName, name.toLowerCase(), value) : value;
      }
      if (tagName === 'style') {
        const { sheet } = of as HTMLStyleElement;
        const css = sheet && (of.textContent?.includes('url(') ? library.rulesOf(sheet) : of.textContent);
        if (css) attributes._cssText = css;
      } else if (TYPED.test(tagName)) {
        const { value, checked } = of as HTMLInputElement;
        if (value && !NOT_TYPED.test(String(attributes.type)))
          attributes.value = library.masked({ ...settings, element: of, type: library.typeOf(of), tagName, value });
        else if (checked) attributes.checked = checked;
      } else if (tagName === 'option') {
        if ((of as HTMLOptionElement).selected && !settings.maskInputOptions.select) attributes.selected = true;
        else delete attributes.selected;
      } else if (tagName === 'dialog' && (of as HTMLDialogElement).open)
        attributes.rr_open_mode = of.matches('dialog:modal') ? 'modal' : 'non-modal';
      if (!added) {
        const { scrollLeft, scrollTop } = of;
        if (scrollLeft) attributes.rr_scrollLeft = scrollLeft;
        if (scrollTop) attributes.rr_scrollTop = scrollTop;
      }
      const written: WrittenNode = { type: ELEMENT, tagName, attributes, childNodes: [], id: 0 };
      if (tagName === 'svg' || (of as SVGElement).ownerSVGElement) written.isSVG = true;
      return written;
    }

    function text(of: Node, masks: boolean, isTold: boolean): WrittenNode {
      const parent = of.parentElement;
      const tagName = parent?.tagName;
      let textContent = '';
      if (tagName === 'SCRIPT') textContent = 'SCRIPT_PLACEHOLDER';
      else if (!isTold) {
        textContent = of.nodeValue ?? '';
        if (textContent && tagName === 'STYLE') textContent = library.withWholeAddresses(textContent, doc);
        else if (textContent && masks) textContent = settings.maskTextFn(textContent, parent);
      }
      return { type: TEXT, textContent, id: 0 };
    }

    /** What is neither an element nor a text. */
    function other(of: Node): WrittenNode | null {
      if (of.nodeType === Node.COMMENT_NODE) return { type: COMMENT, textContent: of.nodeValue ?? '', id: 0 };
      if (of.nodeType === Node.CDATA_SECTION_NODE) return { type: CDATA, textContent: '', id: 0 };
      if (of.nodeType === Node.DOCUMENT_NODE) {
        const { compatMode } = of as Document;
        return { type: DOCUMENT, childNodes: [], ...(compatMode === 'CSS1Compat' ? {} : { compatMode }), id: 0 };
      }
      if (of.nodeType !== Node.DOCUMENT_TYPE_NODE) return null;
      const { name, publicId, systemId } = of as DocumentType;
      return { type: DOCUMENT_TYPE, name, publicId, systemId, id: 0 };
    }

    function write(of: Node, { masks: above, keepsSpace, isTold }: Above): WrittenNode | null {
      if (of.nodeType === Node.TEXT_NODE) return numbered(of, text(of, above, isTold), keepsSpace);
      if (of.nodeType !== Node.ELEMENT_NODE) {
        const written = other(of);
        return (
          written &&
          numbered(of, written, keepsSpace) &&
          below(of, written, { masks: above, keepsSpace, isTold: false })
        );
      }
      const tagName = library.tagNameOf(of as Element);
      const written = element(of as Element, tagName);
      const isBlocked = (of as Element).matches(blockSelector);
      if (isBlocked) written.attributes = inItsPlace(of as Element, written.attributes);
      if (numbered(of, written, keepsSpace) === null || added || isBlocked)
        return written.id === library.ignored ? null : written;
      const { value, _cssText: css } = written.attributes as Record<string, unknown>;
      if (tagName === 'textarea' && value !== undefined) return written;
      return below(of, written, {
        masks: above || (of.firstChild !== null && (of as Element).matches(maskTextSelector)),
        keepsSpace: keepsSpace && tagName !== 'head',
        isTold: typeof css === 'string',
      });
    }

    /** Null for what is left out. */
    function numbered(of: Node, written: WrittenNode, keepsSpace: boolean): WrittenNode | null {
      const isLeftOut = () =>
        library.isLeftOut(written, slimDOMOptions) ||
        (!keepsSpace && written.type === TEXT && String(written.textContent).trim() === '');
      written.id = mirror.hasNode(of) ? mirror.getId(of) : isLeftOut() ? library.ignored : library.nextId();
      mirror.add(of, written);
      return written.id === library.ignored ? null : written;
    }

    function below(of: Node, written: WrittenNode, inside: Above): WrittenNode {
      for (let child = of.firstChild; child; child = child.nextSibling) {
        const one = write(child, inside);
        if (one) written.childNodes?.push(one);
      }
      return written;
    }

    // Of an element by itself nothing is masked but what stands in it.
    const outer = added && node.nodeType === Node.ELEMENT_NODE ? null : node.parentElement;
    return write(node, { masks: Boolean(outer?.closest(maskTextSelector)), keepsSpace: true, isTold });
  };
}

/** As large as what is kept nowhere. */
function inItsPlace(element: Element, attributes: Record<string, unknown> = {}): Record<string, unknown> {
  const { width, height } = element.getBoundingClientRect();
  return { class: attributes.class, rr_width: `${width}px`, rr_height: `${height}px` };
}
