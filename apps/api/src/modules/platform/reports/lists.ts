/** The lists of which reports are made, what each offers, and a report's list with somebody's own rights. */
import type { Endpoint } from "@manilla/contract/endpoint";
import { fieldOf } from "@manilla/contract/fields";
import { isoDay } from "@manilla/contract/formats";
import { type PageQuery, pageQuery } from "@manilla/contract/page";
import { queryAt } from "@manilla/contract/periods";
import type * as calls from "@manilla/contract/platform/reports";
import type { z } from "zod";
import { clock } from "../../../clock.ts";
import type { BoundList } from "../../../db/list.ts";
import { CURRENCIES, columnsOf, shapeOf } from "../../../db/list-export.ts";
import { hiddenColumns, withheldFrom } from "../../../db/withheld.ts";
import { DomainError, InvalidFields } from "../../../errors.ts";
import { authorise } from "../../../http/gate.ts";
import type { App, Context, Handler } from "../../../house/app.ts";
import type { Session } from "../../../request.ts";

type ListCall = BoundList["call"];
interface Listed {
  call: ListCall;
  handler: Handler<Endpoint>;
}

type Wanted = z.output<typeof calls.find.response>;
/** What a report is of. */
export type Spec = Pick<Wanted, "list" | "query" | "columns" | "group_by" | "measures">;

/** Lists of the staff that need nothing but the protocol: no record in their address. Not the reports themselves. */
export const listsOf = ({ house }: Pick<App, "house">): Listed[] =>
  house.calls.filter(
    (each): each is Listed =>
      each.call.kind === "list" &&
      [each.call.audience].flat().includes("admin") &&
      Array.isArray(each.call.can) &&
      !each.call.path.includes("{") &&
      each.call.query.safeParse({}).success,
  );

/** Whether somebody may see a list now. */
export function mayList(call: Endpoint, session: Session): boolean {
  try {
    authorise(call, session);
    return true;
  } catch (error) {
    if (error instanceof DomainError) return false;
    throw error;
  }
}

/** Files that leave the house need the right to export. */
export const mayExport = ({ permissions }: Session): boolean => permissions.has("provider:can_export_lists");

/** What a list is called in reports. */
export const listName = (app: Pick<App, "house">, path: string): string =>
  listsOf(app).find(({ call }) => call.path === path)?.call.summary ?? path;

/** @throws InvalidFields for a list that is not there, or not for this person */
export function listedFor(context: Pick<Context, "house" | "session">, path: string): Listed {
  const listed = listsOf(context).find(({ call }) => call.path === path);
  if (!listed || !mayList(listed.call, context.session))
    throw new InvalidFields({ list: ["there is no such list, or it is not yours to see"] });
  return listed;
}

type Kind = "choice" | "text" | "boolean" | "date" | "moment";
interface Column {
  name: string;
  label: string;
}
export interface Group extends Column {
  kind: Kind;
}
export interface Offer {
  columns: Column[];
  groups: Group[];
  measures: Column[];
}

interface Schema {
  def?: { type?: string; format?: string; innerType?: Schema; in?: Schema };
}
/** The kind of a row's field that can be grouped or added up; undefined for records, lists, texts and numbers. */
function typeOf({ def }: Schema): Exclude<Kind, "text"> | "amount" | undefined {
  if (def?.innerType) return typeOf(def.innerType);
  if (def?.type === "pipe") return def.in?.def?.format === "datetime" ? "moment" : "amount";
  if (def?.type === "enum") return "choice";
  if (def?.type === "boolean") return "boolean";
  return def?.format === "date" ? "date" : undefined;
}

const GROUPED: readonly string[] = ["choice", "text", "boolean", "date", "moment"] satisfies Kind[];

/** A constant is what a list fills in only where it is filtered by it. */
const isColumn = (text: string | undefined): boolean => text !== undefined && !/^(true|false|null)$/i.test(text.trim());

/**
 * What a list offers to a report: what it is filtered by, and what its rows show. Where rows are not shown as the database has them (masked, decrypted),
 * only what the list itself filters, sorts or ranges by; texts only where it filters by them.
 * @param hidden columns that are withheld from this person
 */
export function offerOf(list: BoundList, hidden: readonly string[]): Offer {
  const { call } = list;
  const { filters, sorts, ranges } = call.list;
  const shape = shapeOf(call);
  const declared = new Set<string>([...Object.keys(filters), ...sorts, ...ranges]);
  const usable = (name: string): boolean =>
    !hidden.includes(name) && (declared.has(name) || !list.is_mapped) && isColumn(list.sqlOf(name));
  const named = (name: string): Column => ({
    name,
    label: (Object.hasOwn(shape, name) ? undefined : filters[name]?.label) ?? fieldOf(name).label,
  });
  const fields = Object.keys(shape).map((name) => ({ name, type: typeOf((shape[name] ?? {}) as Schema) }));
  const groups = new Map<string, Group>();
  for (const [name, { kind }] of Object.entries(filters))
    if (GROUPED.includes(kind)) groups.set(name, { ...named(name), kind: kind as Kind });
  for (const { name, type } of fields)
    if (type && type !== "amount" && !groups.has(name)) groups.set(name, { ...named(name), kind: type });
  // A date that the list knows and its rows do not show.
  for (const name of declared)
    if (!groups.has(name) && !Object.hasOwn(shape, name) && /_(on|at)$/.test(name))
      groups.set(name, { ...named(name), kind: name.endsWith("_on") ? "date" : "moment" });
  // Amounts in several currencies have no sum.
  const isMixed = CURRENCIES.some((name) => Object.hasOwn(shape, name));
  return {
    columns: columnsOf(shape)
      .filter((name) => !hidden.includes(name))
      .map(named),
    groups: [...groups.values()].filter(({ name }) => usable(name)),
    measures: fields
      .filter(
        ({ name, type }) =>
          !isMixed && type === "amount" && name.endsWith("_kobo") && name !== "balance_kobo" && usable(name),
      )
      .map(({ name }) => named(name)),
  };
}

/** A report's list for one person: its rows are those that this person sees, without what is withheld from them. */
export interface Ready {
  list: BoundList;
  query: PageQuery;
  hidden: readonly string[];
  offer: Offer;
}

/** A list for one person. @throws InvalidFields as {@link listedFor} */
export async function boundFor(context: Context, path: string, query: PageQuery): Promise<Omit<Ready, "query">> {
  const { call, handler } = listedFor(context, path);
  const list = (await handler(context, { params: {}, query: call.query.parse(query), body: {} })) as BoundList;
  const hidden = hiddenColumns(context.session.permissions, call.list);
  return { list, hidden, offer: offerOf(list, hidden) };
}

const isFilteredBy = ({ filter }: Spec["query"], name: string): boolean => Boolean(filter?.includes(`"${name}"`));

/** Faults of what is grouped, added up and shown, by field. */
function faultsOf({ query, group_by, measures, columns }: Spec, offer: Offer, shape: object): Record<string, string[]> {
  const faults: Record<string, string[]> = {};
  const add = (field: string, words: string) => void (faults[field] ??= [words]);
  for (const { column, by } of group_by) {
    const group = offer.groups.find(({ name }) => name === column);
    if (!group) add("group_by", `this list cannot be grouped by ${column}`);
    else if ((group.kind === "date" || group.kind === "moment") !== (by !== null))
      add("group_by", by === null ? `say whether ${group.label} is by day or by month` : `${group.label} is no date`);
  }
  if (new Set(group_by.map(({ column, by }) => `${column} ${by}`)).size < group_by.length)
    add("group_by", "choose two different columns");
  // What came in and what went out have no sum.
  const isOneWay = group_by.some(({ column }) => column === "direction") || isFilteredBy(query, "direction");
  if (measures.length > 0 && Object.hasOwn(shape, "direction") && !isOneWay)
    add("measures", "group by direction, or filter by it, before you add up amounts");
  for (const { column } of measures)
    if (!offer.measures.some(({ name }) => name === column)) add("measures", `${column} is no amount of this list`);
  for (const column of columns ?? [])
    // One that is withheld is left out of the file, as on the screen.
    if (!Object.hasOwn(shape, column)) add("columns", `this list has no column ${column}`);
  return faults;
}

/**
 * What a report is of, for one person.
 * @param at its periods are counted from that day
 * @throws InvalidFields at what the list does not offer them; NotAllowed for a filter or an order by what is withheld from them
 */
export async function readyFor(context: Context, spec: Spec, at = clock.now()): Promise<Ready> {
  const { call } = listedFor(context, spec.list);
  const query = pageQuery.parse(queryAt(spec.query, call.list.filters, isoDay(at)));
  const { list, hidden, offer } = await boundFor(context, spec.list, query);
  const faults = faultsOf(spec, offer, shapeOf(list.call));
  if (Object.keys(faults).length > 0) throw new InvalidFields(faults);
  // Refuses a filter, a range and an order that the list does not have.
  list.statement(query);
  return { list: withheldFrom(context.session.permissions, list, query), query, hidden, offer };
}
