/** A small, strict XML reader: elements, text, character data. No document types, no entities beyond the five, so no bombs. */
import { StatementError } from "./types.ts";

export interface Element {
  name: string;
  attributes: Record<string, string>;
  children: Element[];
  text: string;
  row: number;
}

const DEEPEST = 64;
const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };
const localName = (name: string): string => name.slice(name.indexOf(":") + 1);

function decode(text: string, row: number): string {
  return text.replace(/&([^;&\s]{1,10});|&/g, (_, entity: string | undefined) => {
    const code = entity && /^#(?:x([0-9a-f]{1,6})|(\d{1,7}))$/i.exec(entity);
    const point = code ? parseInt(code[1] ?? code[2] ?? "", code[1] ? 16 : 10) : undefined;
    const character =
      point !== undefined && point > 0 && point <= 0x10ffff
        ? String.fromCodePoint(point)
        : entity && Object.hasOwn(ENTITIES, entity)
          ? ENTITIES[entity]
          : undefined;
    if (character === undefined) throw new StatementError(`Row ${row} has an entity that is not allowed.`, row);
    return character;
  });
}

function readAttributes(text: string, row: number): Record<string, string> {
  const attributes = Object.create(null) as Record<string, string>;
  const rest = text.replace(
    /\s+([\w:.-]+)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/g,
    (_, name: string, double?: string, single?: string) => {
      attributes[localName(name)] = decode(double ?? single ?? "", row);
      return "";
    },
  );
  if (rest.trim() !== "") throw new StatementError(`Row ${row} has an element that is not well formed.`, row);
  return attributes;
}

const TOKEN =
  /<!--[\s\S]*?-->|<!\[CDATA\[([\s\S]*?)\]\]>|<\?[\s\S]*?\?>|<\/([\w:.-]+)\s*>|<([\w:.-]+)((?:\s+[\w:.-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>|([^<]+)/y;

/**
 * Reads a document; names come without their prefix.
 * @throws StatementError when it is not well formed, has a document type, or is nested more than 64 deep
 */
export function parseXml(text: string): Element {
  const root: Element = { name: "", attributes: {}, children: [], text: "", row: 1 };
  const open = [root];
  const content = text.replace(/^\uFEFF/, "");
  let row = 1;
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < content.length) {
    const match = TOKEN.exec(content);
    if (!match) throw new StatementError(`Row ${row} is not well-formed XML.`, row);
    const [whole, characters, closing, opening, attributes, selfClosing, words] = match;
    const current = open.at(-1) ?? root;
    if (characters !== undefined) current.text += characters;
    else if (words !== undefined) current.text += decode(words, row);
    else if (closing !== undefined) {
      if (open.length === 1 || current.name !== localName(closing))
        throw new StatementError(`Row ${row} closes an element that is not open.`, row);
      open.pop();
    } else if (opening !== undefined) {
      const element: Element = {
        name: localName(opening),
        attributes: readAttributes(attributes ?? "", row),
        children: [],
        text: "",
        row,
      };
      current.children.push(element);
      if (selfClosing === "") open.push(element);
      if (open.length > DEEPEST) throw new StatementError("The document is nested too deep.", row);
    }
    row += whole.split("\n").length - 1;
  }
  const [document] = root.children;
  if (open.length !== 1 || root.children.length !== 1 || !document)
    throw new StatementError("The document is not complete.", row);
  return document;
}

/** The elements that a path of names leads to. */
export const findAll = (element: Element, ...path: readonly string[]): Element[] =>
  path.reduce<Element[]>(
    (found, name) => found.flatMap(({ children }) => children.filter((child) => child.name === name)),
    [element],
  );

/** The trimmed text of the first element at a path; null when there is none. */
export const textAt = (element: Element, ...path: readonly string[]): string | null =>
  findAll(element, ...path)[0]
    ?.text.replace(/\s+/g, " ")
    .trim() || null;
