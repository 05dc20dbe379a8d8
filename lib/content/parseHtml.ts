// HTML as sent -> the tree that a mail program builds of it (WHATWG HTML, by parse5), within bounds. Drops nothing and
// judges nothing: what is hidden, and what may be shown, others decide on this tree.

import {
  type DefaultTreeAdapterMap,
  type DefaultTreeAdapterTypes,
  defaultTreeAdapter,
  InsertionMode,
  Parser,
  Token,
} from 'parse5';
import { limits } from '../limits.ts';

export type HtmlDocument = DefaultTreeAdapterTypes.Document;
export type HtmlElement = DefaultTreeAdapterTypes.Element;
export type HtmlNode = DefaultTreeAdapterTypes.ChildNode;

export interface ParsedHtml {
  readonly document: HtmlDocument;
  /** False where a bound was met: the tree ends there, or holds what follows as text alone. */
  readonly isWhole: boolean;
}

class Unreadable extends Error {}

/** Elements that hide nothing by themselves: those that begin a line, and those that stand in one. */
const blocks = new Set([
  ...['div', 'p', 'br', 'blockquote', 'ul', 'ol', 'li', 'dl', 'dd', 'dt', 'center', 'pre', 'hr', 'section'],
  ...['table', 'tbody', 'thead', 'tfoot', 'tr', 'td', 'th', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'article'],
]);
const inline = new Set([
  ...['span', 'b', 'i', 'u', 's', 'em', 'strong', 'small', 'big', 'font', 'tt', 'code', 'sub', 'sup', 'a'],
]);

/**
 * The standard's parser, of so many elements: a few formatting tags make one in every paragraph that follows. What comes
 * behind them is text of the innermost of those that are open, as long as nothing there could hide it.
 */
class BoundedParser extends Parser<DefaultTreeAdapterMap> {
  #left: number = limits.htmlElements.value;
  #hasSheets = false;

  constructor() {
    super({ scriptingEnabled: false });
    this.treeAdapter = {
      ...defaultTreeAdapter,
      createElement: (tagName, namespaceURI, attrs) => {
        if (--this.#left < 0) throw new Unreadable();
        this.#hasSheets ||= tagName === 'style' || tagName === 'link';
        return defaultTreeAdapter.createElement(tagName, namespaceURI, attrs);
      },
    };
  }

  get isWhole(): boolean {
    return this.#left > 0;
  }

  override onStartTag(token: Token.TagToken): void {
    if (this.isWhole) super.onStartTag(token);
    else this.#pass(token, token.attrs.length > 0);
  }

  override onEndTag(token: Token.TagToken): void {
    if (this.isWhole || this.insertionMode === InsertionMode.TEXT) super.onEndTag(token);
    else this.#pass(token, false);
  }

  /** A tag that makes no element any more: at most the beginning of a line. */
  #pass({ tagName }: Token.TagToken, hasAttributes: boolean): void {
    const isBlock = blocks.has(tagName);
    if (hasAttributes || this.#hasSheets || !(isBlock || inline.has(tagName))) throw new Unreadable();
    if (isBlock) {
      this.onWhitespaceCharacter({ type: Token.TokenType.WHITESPACE_CHARACTER, chars: '\n', location: null });
    }
  }
}

/**
 * Reads as far as the limits go. From 8.1.1 on parse5 takes time in proportion to characters and elements, however deep
 * they are nested and whatever is closed: older ones look through all open elements with each tag.
 */
export function parseHtml(html: string): ParsedHtml {
  const parser = new BoundedParser();
  const most = limits.htmlCharacters.value;
  try {
    parser.tokenizer.write(html.length > most ? html.slice(0, most) : html, true);
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    return { document: parser.document, isWhole: false };
  }
  return { document: parser.document, isWhole: parser.isWhole && html.length <= most };
}
