/** One item: `alias.name`, or an expression `as name`. */
const ITEM = /^(?:(?<plain>\w+\.(?<field>\w+))|(?<expression>[\s\S]+?)\s+as\s+(?<alias>\w+))$/i;

/** The parts of a select list: split at commas outside of brackets and quotes. */
function itemsOf(select: string): string[] {
  const items = [""];
  let depth = 0;
  let isQuoted = false;
  for (const character of select) {
    if (character === "'") isQuoted = !isQuoted;
    else if (!isQuoted && "([".includes(character)) depth += 1;
    else if (!isQuoted && ")]".includes(character)) depth -= 1;
    if (character === "," && depth === 0 && !isQuoted) items.push("");
    else items[items.length - 1] += character;
  }
  return items.map((item) => item.trim());
}

const bracketed = (expression: string): string => (/^[\w.]+$/.test(expression) ? expression : `(${expression})`);

/**
 * The SQL of each selected field by its name: what a row shows is what it is filtered and sorted by. Of a field selected twice the first counts.
 * @param select a select list without subqueries' own names: `l.id, p.name as product`
 */
export function expressionsOf(select: string): Readonly<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const item of itemsOf(select)) {
    const { plain, field, expression, alias } = ITEM.exec(item)?.groups ?? {};
    const name = field ?? alias;
    const sql = plain ?? (expression && bracketed(expression));
    if (name && sql) found[name] ??= sql;
  }
  return found;
}
