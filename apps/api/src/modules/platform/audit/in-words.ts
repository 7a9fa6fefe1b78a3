/** What a record changed, as people read it: names instead of ids, words instead of values. Pure but for the names, which SQL finds. */
import { personBadge } from "@manilla/contract/badges";
import { categoryOf, merchantCategories } from "@manilla/contract/cards/merchant-categories";
import { count, date, day, dollars, longMonth, naira, percent } from "@manilla/contract/formats";
import { kinds as approvalKinds } from "@manilla/contract/platform/approval-kinds";
import { type RoleSlug, roles } from "@manilla/contract/roles";
import { auditField, auditValue, nameInWords } from "@manilla/contract/platform/audit-words";
import { configurationWords } from "@manilla/contract/platform/configuration-words";

export interface Change {
  field: string;
  before: string | null;
  after: string;
}
type Facet = Readonly<Record<string, unknown>> | null | undefined;
/** Names by id, and of lists by their path. */
type Names = Readonly<Record<string, string>>;

const UUID = "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}";
const isId = (value: unknown): value is string => typeof value === "string" && new RegExp(`^${UUID}$`).test(value);
const HIDDEN = "•••";

/** How records are called in the trail: the table, and the words of a row. */
const NAMED = [
  ["users", "full_name"],
  ["loans", "reference"],
  ["payouts", "reference"],
  ["approvals", "title"],
  ["companies", "name"],
  ["loan_products", "name"],
  ["bills", "reference"],
  ["card_disputes", "reference"],
  ["bank_statements", "'Statement of ' || to_char(statement_on, 'DD/MM/YYYY')"],
  ["communications", "name"],
  ["complaints", "reference"],
  ["departments", "name"],
  ["documents", "title"],
  ["expense_categories", "name"],
  ["expense_policies", "name"],
  ["imports", "file_name"],
  ["reconciliation_items", "reference"],
  ["reports", "name"],
  ["rule_sets", "name"],
  ["transfer_batches", "name"],
  ["transfers", "reference"],
] as const;
/**
 * SQL for the names of all ids in some values, as an object by id.
 * @param values SQL of the text in which they are
 */
export const namesIn = (values: string): string => `
  (
    select json_object_agg(n.id, n.name)
    from (select distinct m[1]::uuid as id from regexp_matches(${values}, '(${UUID})', 'g') m) i
    cross join lateral (${NAMED.map(([table, name]) => `select id, ${name} as name from ${table} where id = i.id`).join(" union all ")}) n
  )
`;

/** What people typed, or what is an identifier to them. */
const AS_TYPED = new Set(["code", "reference", "email", "note", "name", "title", "payee"]);
/** How the provider's own figures and choices are called; undefined for all else. */
function asConfigured(field: string, value: unknown): string | undefined {
  const { unit, choices } = configurationWords(field);
  if (unit && /^\d+$/.test(String(value))) return `${count(Number(value))} ${unit}`;
  return choices?.[String(value)];
}

/** What a list is sorted or bounded by is itself a field. */
const NAMES_A_FIELD = /^(sort_?column|range_?key|column)$/i;
/** What is kept as the text of an object; a text that only looks so stays itself. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return ` ${text}`;
  }
}

/** One value in words; undefined for an id that has no name, which tells a reader nothing. */
function wordsOf(field: string, value: unknown, names: Names): string | undefined {
  if (value === null || value === undefined || value === "") return "nothing";
  if (value === HIDDEN) return "hidden";
  if (typeof value === "boolean") return value ? "yes" : "no";
  const configured =
    asConfigured(field, value) ??
    auditValue(field, value) ??
    (field === "kind" ? approvalKinds[String(value)] : undefined);
  if (configured) return configured;
  if (isId(value)) return names[value];
  if (Array.isArray(value)) {
    const said = value.flatMap((one) => wordsOf(field, one, names) ?? []);
    return value.length === 0 ? "nothing" : said.length > 0 ? said.join(", ") : undefined;
  }
  if (typeof value === "object") {
    const parts = changesInWords(null, value as Facet, names).map((change) => `${change.field}: ${change.after}`);
    return parts.join("; ") || "nothing";
  }
  const text = String(value as string);
  if (field.endsWith("_kobo") && /^-?\d+$/.test(text)) return naira(BigInt(text));
  if (field.endsWith("_cents") && /^-?\d+$/.test(text)) return dollars(BigInt(text));
  if (field === "mccs") return `${merchantCategories[categoryOf(text)].words} (${text})`;
  if (typeof value === "number") return count(value);
  if (AS_TYPED.has(field)) return text;
  if (/^[[{]/.test(text)) return wordsOf(field, parsed(text), names);
  // A list by its path: one that is no longer there has no name.
  if (/^\/[a-z][\w/{}-]*$/.test(text)) return names[text] ?? "a list";
  if (NAMES_A_FIELD.test(field)) return auditField(text);
  if (/(^|_)percent(_|$)/.test(field) && /^[\d.]+$/.test(text)) return percent(text);
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return day(text);
  if (/^\d{4}-\d{2}-\d{2}T/.test(text)) return date(text);
  if (/^\d{4}-\d{2}$/.test(text)) return longMonth(text);
  if (/(^|_)roles?$/.test(field) && text in roles) return roles[text as RoleSlug].name;
  if (/(^|_)status$/.test(field)) return stateInWords(text);
  return /^[a-z][a-z0-9]*([_:-][a-z0-9]+)*$/.test(text) ? nameInWords(text.replace(":", ": ")) : text;
}

const STAGES: Readonly<Record<string, string>> = {
  "incomplete-0": "Incomplete, identity open",
  "incomplete-1": "Incomplete, profile open",
  "doc-processor": "Doc processor",
  new: "New",
};
/** A state of a case, a profile or a loan as screens call it. */
export const stateInWords = (state: string): string =>
  STAGES[state] ?? (state.includes("-") ? personBadge(state, state).label : nameInWords(state));

/** A field as the screens call it. */
function labelOf(field: string): string {
  const { label } = configurationWords(field);
  return label === field ? auditField(field) : label;
}

/** Where one side of a record says a field and the other is silent: nobody knows that there was nothing. */
const UNSAID = "–";

/** The fields that differ, each in words; ids without a name and versions are left out. */
export function changesInWords(before: Facet, after: Facet, names: Names): Change[] {
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return fields.flatMap((field) => {
    if (field === "version" || /(^|_)digest$/.test(field)) return [];
    const [old, now] = [wordsOf(field, before?.[field], names), wordsOf(field, after?.[field], names)];
    if (now === undefined || (before && old === now)) return [];
    return [
      {
        field: labelOf(field),
        before: before && field in before ? (old ?? "another") : null,
        after: after && !(field in after) ? UNSAID : now,
      },
    ];
  });
}
