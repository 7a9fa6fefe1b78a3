/** Statements as the sources write them, with the type that their rows are given by hand: read from the syntax, for the test that asks the database. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import {
  type Expression,
  type TSSignature,
  type TSType,
  type TaggedTemplateExpression,
  type TemplateLiteral,
  Visitor,
  parseSync,
} from "oxc-parser";
import type pg from "pg";

/** A statement whose rows have a type by hand. */
export interface Statement {
  /** `file:line`. */
  place: string;
  text: string;
  /** Columns and their types as they are written; undefined where the type is not in the file or in one that it imports from. */
  columns: Record<string, string> | undefined;
}

type Shape = Record<string, string>;
interface Source {
  text: string;
  constants: Map<string, Expression>;
  shapes: Map<string, Shape>;
  /** Of a name: the file that it comes from. */
  imports: Map<string, string>;
  templates: TaggedTemplateExpression[];
}

const isStatement = /^\s*(select|with|insert|update|delete|values)\b/i;
const MAX_DEPTH = 6;
/** Stands for a value; PostgreSQL's own `$n` comes later. */
const VALUE = "\u0000";

/** Columns of a type that is written out; undefined where it says more than names and types. */
function shapeOf(text: string, members: readonly TSSignature[]): Shape | undefined {
  const columns: Shape = {};
  for (const member of members) {
    if (member.type !== "TSPropertySignature" || member.key.type !== "Identifier" || !member.typeAnnotation)
      return undefined;
    const { start, end } = member.typeAnnotation.typeAnnotation;
    columns[member.key.name] = text.slice(start, end);
  }
  return columns;
}

const sources = new Map<string, Source>();
function readSource(file: string): Source {
  const known = sources.get(file);
  if (known) return known;
  const text = readFileSync(file, "utf8");
  const source: Source = { text, constants: new Map(), shapes: new Map(), imports: new Map(), templates: [] };
  const remember = (name: string, shape: Shape | undefined): void => void (shape && source.shapes.set(name, shape));
  new Visitor({
    ImportDeclaration({ source: { value }, specifiers }) {
      const from = join(file, "..", value);
      if (value.startsWith(".") && existsSync(from))
        for (const { local } of specifiers) source.imports.set(local.name, from);
    },
    VariableDeclarator({ id, init }) {
      if (id.type === "Identifier" && init) source.constants.set(id.name, init);
    },
    TSInterfaceDeclaration({ id, extends: above, body }) {
      if (above.length === 0) remember(id.name, shapeOf(text, body.body));
    },
    TSTypeAliasDeclaration({ id, typeAnnotation: type }) {
      if (type.type === "TSTypeLiteral") remember(id.name, shapeOf(text, type.members));
    },
    TaggedTemplateExpression(node) {
      if (node.tag.type === "Identifier" && node.tag.name === "sql" && node.typeArguments) source.templates.push(node);
    },
  }).visit(parseSync(file, text).program);
  sources.set(file, source);
  return source;
}

function columnsOf(source: Source, type: TSType | undefined): Shape | undefined {
  if (type?.type === "TSTypeLiteral") return shapeOf(source.text, type.members);
  if (type?.type !== "TSTypeReference" || type.typeName.type !== "Identifier" || type.typeArguments) return undefined;
  const { name } = type.typeName;
  const from = source.imports.get(name);
  return source.shapes.get(name) ?? (from === undefined ? undefined : readSource(from).shapes.get(name));
}

/** What stands in a template: fragments that the same file says are written out, everything else is a value. */
function written(source: Source, { quasis, expressions }: TemplateLiteral, depth: number): string {
  return quasis
    .map(({ value }, at) => {
      const inside = expressions[at];
      return (value.cooked ?? "") + (inside ? fragment(source, inside, depth + 1) : "");
    })
    .join("");
}

const isSql = (node: Expression): boolean => node.type === "Identifier" && node.name === "sql";
function fragment(source: Source, node: Expression, depth: number): string {
  if (depth > MAX_DEPTH) return VALUE;
  if (node.type === "TaggedTemplateExpression" && isSql(node.tag)) return written(source, node.quasi, depth);
  if (node.type === "CallExpression" && node.callee.type === "MemberExpression" && isSql(node.callee.object)) {
    const [argument] = node.arguments;
    return argument && argument.type !== "SpreadElement" ? plain(source, argument, depth) : VALUE;
  }
  const known = node.type === "Identifier" ? source.constants.get(node.name) : undefined;
  const isFragment = known?.type === "TaggedTemplateExpression" || known?.type === "CallExpression";
  return known && isFragment ? fragment(source, known, depth + 1) : VALUE;
}

/** The text of `sql.raw`. */
function plain(source: Source, node: Expression, depth: number): string {
  if (node.type === "Literal" && typeof node.value === "string") return node.value;
  if (node.type === "TemplateLiteral") return written(source, node, depth);
  const known = node.type === "Identifier" ? source.constants.get(node.name) : undefined;
  return known && depth <= MAX_DEPTH ? plain(source, known, depth + 1) : VALUE;
}

/** Statements of a file whose rows have a type by hand; fragments and expressions are none. */
export function statementsIn(file: string): Statement[] {
  const source = readSource(file);
  return source.templates.flatMap((node) => {
    let number = 0;
    const text = written(source, node.quasi, 0).replaceAll(VALUE, () => `$${(number += 1)}`);
    if (!isStatement.test(text)) return [];
    const place = `${file}:${source.text.slice(0, node.start).split("\n").length}`;
    return [{ place, text, columns: columnsOf(source, node.typeArguments?.params[0]) }];
  });
}

/** What a client of the driver tells whoever asks it: its own types leave it out. */
interface Asking {
  parse(message: object, more: boolean): void;
  describe(message: object, more: boolean): void;
  sync(): void;
}

/**
 * The columns that a statement answers, by their name, with PostgreSQL's number of their type; nothing is executed.
 * @throws what PostgreSQL says where it cannot be read as it stands
 */
export const describeStatement = (client: pg.PoolClient, text: string): Promise<Map<string, number>> =>
  new Promise((resolve, reject) => {
    let columns = new Map<string, number>();
    const nothing = (): void => undefined;
    const asked = {
      submit(connection: Asking) {
        connection.parse({ text, name: "", types: [] }, true);
        connection.describe({ type: "S", name: "" }, true);
        connection.sync();
      },
      handleRowDescription({ fields }: { fields: pg.FieldDef[] }) {
        columns = new Map(fields.map(({ name, dataTypeID }) => [name, dataTypeID]));
      },
      handleError: reject,
      handleReadyForQuery: () => resolve(columns),
      handleParameterDescription: nothing,
      handleParseComplete: nothing,
      handleNoData: nothing,
    };
    // The driver's own type has `submit` alone, and a connection without its messages.
    client.query(asked as unknown as pg.Submittable);
  });
