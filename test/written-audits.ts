/** What the sources write into the audit trail: its acts, kinds of subjects and fields, read from the syntax, for the test of their words. */
import { readFileSync, globSync } from "node:fs";
import { type Expression, type Node, type ObjectExpression, Visitor, parseSync } from "oxc-parser";

/** Each word with the places (`file`) that write it. */
export interface WrittenAudits {
  acts: Map<string, string>;
  subjects: Map<string, string>;
  fields: Map<string, string>;
}

const FACETS = new Set(["before", "after"]);

/** The texts that an expression may be: both branches of a choice; of a template `loan_*`, whose star is only known while it runs. */
function textsOf(node: Node | null | undefined): string[] {
  if (!node) return [];
  if (node.type === "Literal") return typeof node.value === "string" ? [node.value] : [];
  if (node.type === "ConditionalExpression") return [...textsOf(node.consequent), ...textsOf(node.alternate)];
  if (node.type === "LogicalExpression") return [...textsOf(node.left), ...textsOf(node.right)];
  if (node.type === "TSAsExpression") return textsOf(node.expression);
  if (node.type === "TemplateLiteral") return [node.quasis.map(({ value }) => value.cooked ?? "").join("*")];
  return [];
}

/** Names of an object's fields; those of an object that is spread in its place count too. */
function fieldsOf(node: Expression | Node | null | undefined): string[] {
  if (!node) return [];
  if (node.type === "ConditionalExpression") return [...fieldsOf(node.consequent), ...fieldsOf(node.alternate)];
  if (node.type === "LogicalExpression") return fieldsOf(node.right);
  if (node.type !== "ObjectExpression") return [];
  return node.properties.flatMap((part) => {
    if (part.type === "SpreadElement") return fieldsOf(part.argument);
    if (part.computed) return [];
    return part.key.type === "Identifier" ? [part.key.name] : textsOf(part.key);
  });
}

const propertyOf = (object: ObjectExpression, name: string): Expression | undefined => {
  const found = object.properties.find(
    (part) => part.type === "Property" && part.key.type === "Identifier" && part.key.name === name,
  );
  return found?.type === "Property" ? found.value : undefined;
};

/** Reads the sources of a folder, tests and generated files apart. */
export function writtenAudits(folder: string): WrittenAudits {
  const written: WrittenAudits = { acts: new Map(), subjects: new Map(), fields: new Map() };
  for (const file of globSync("**/*.ts", { cwd: folder })) {
    if (/\.test\.ts$|\.gen\.ts$/.test(file)) continue;
    const text = readFileSync(`${folder}/${file}`, "utf8");
    if (!/audit/i.test(text)) continue;
    const keep = (into: Map<string, string>, words: readonly string[]): void => {
      for (const word of words) if (!into.has(word)) into.set(word, file);
    };
    new Visitor({
      CallExpression({ callee, arguments: given }) {
        if (callee.type !== "Identifier" || callee.name !== "recordAudit") return;
        keep(written.acts, textsOf(given[2]));
        if (given[3]?.type === "ArrayExpression") keep(written.subjects, textsOf(given[3].elements[0]));
      },
      ObjectExpression(object) {
        keep(written.acts, textsOf(propertyOf(object, "audit")));
        const subject_type = propertyOf(object, "subject_type");
        if (subject_type) {
          keep(written.subjects, textsOf(subject_type));
          keep(written.acts, textsOf(propertyOf(object, "action")));
        }
        for (const facet of FACETS) keep(written.fields, fieldsOf(propertyOf(object, facet)));
      },
    }).visit(parseSync(file, text).program);
  }
  return written;
}
