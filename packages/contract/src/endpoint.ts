/**
 * A call is declared once, as a plain value. The server registers it, the browser calls it, a screen asks it for
 * permission, and the OpenAPI document is printed from it.
 */
import { z } from "zod";
import {
  type FilterDeclaration,
  type FilterOffer,
  type ListDeclaration,
  type ListOffer,
  declared,
  pageOf,
  pageQuery,
} from "./page.ts";
import type { Permission } from "./permissions.ts";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** Whose roles open the call: any signed-in account, or an account type. `public` needs no session. */
export type Audience = "public" | "any" | "admin" | "corporate" | "customer";

/** `"public"` and `"signed_in"` are explicit; otherwise one of the permissions is enough. Nothing is allowed by default. */
export type Can = "public" | "signed_in" | readonly [Permission, ...Permission[]];

/** What leaves the system: such calls need an `Idempotency-Key` and are answered once per key. */
export type Effect = "none" | "sends" | "moves_money";

/** Conditions that the server holds, in the specified order (promises S3). */
export type Guard =
  | "password_changed"
  | "profile_updated"
  | "profile_approved"
  | "company_profile_updated"
  | "company_subscribed";

/** A reason not to act. The code chooses the status: 403 for a missing right, 409 for a changed state. */
export interface Refusal {
  status: 403 | 409;
  words: string;
  /** Not worth a button: nobody looks for it on such a record. */
  is_hidden?: true;
}

/** What a screen says and asks. Plain data: it is printed into the browser's client. */
export interface Asks {
  /** On the button and in menus. */
  label: string;
  title: string;
  /** What will happen, where the title does not say it. */
  body?: string;
  /** Fields of the record that are restated, by name. */
  shows?: readonly string[];
  /** Whether a reason is requested; it is sent as `reason`. */
  reason?: "required" | "optional";
  /** What the paper shows that has to be attached; it is sent as `slip_id`. */
  paper?: string;
  /** The word on the button that does it. */
  yes: string;
  style?: "primary" | "danger";
  /** Said when it is done. */
  done: string;
  /** A key that opens it on the record's page. */
  key?: string;
}

export interface Action<Code extends string = string> {
  /** Its name in `abilities`; the transition's where it makes one. */
  name: string;
  /** The noun of the state machine. */
  of: string;
  /** The states in which it can be done. */
  from: readonly string[];
  /** The transitions of the machine of which it makes one: that of its name, or the one that the body chooses. None for what changes no state. */
  makes: readonly string[];
  asks?: Asks;
  /** What its body always says: which of the call's choices it is. */
  sends?: Readonly<Record<string, unknown>>;
  refuses: Readonly<Record<Code, Refusal>>;
}

export interface Endpoint<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Response extends z.ZodType = z.ZodType,
  Kind extends "data" | "list" | "file" | "stream" = "data" | "list" | "file" | "stream",
> {
  method: Method;
  /** As in the specification, with `{name}` for a parameter, without the `/api` prefix. */
  path: string;
  /** Row of calls.tsv, or `"added"` for a call that the specification lacks. */
  spec: string;
  /** Why an added call exists, in one line. */
  because?: string;
  summary: string;
  audience: Audience | readonly Audience[];
  can: Can;
  /** Of a file: what a colleague who views as somebody needs of their own rights, one of these; those of the provider in `can` where it says none. */
  viewer_can?: readonly Permission[];
  effect: Effect;
  /** Asks the second factor again, or the password where none is set (promises Z4). */
  step_up: boolean;
  /** Guards that must hold (`guardsOf` where the call says none). */
  guards: readonly Guard[];
  /** `data`: enveloped JSON; `list`: the data-table protocol; `file`: bytes; `stream`: server-sent events. */
  kind: Kind;
  params: Params;
  query: Query;
  body: Body;
  response: Response;
  list?: ListDeclaration;
  /** A multipart upload: the fields of files and what they may be. `body` describes the other fields. */
  files?: { field: string; accept: readonly FileKind[]; max_bytes: number };
  /** The body carries an idempotency key of its own, so no other guard against duplicates is needed. */
  has_own_key?: boolean;
  /** Window in seconds: duplicate submissions of the same person within it are rejected. */
  once_within_seconds?: number;
  /** Extra words for the reference page. */
  notes?: string;
  /** What the call does to one record (action.ts). */
  action?: Action;
  /** A call that can do several things to a record: each is an action that sends what chooses it. */
  choices?: Readonly<Record<string, Endpoint & { action: Action }>>;
}

export type FileKind = "pdf" | "png" | "jpeg" | "csv" | "xlsx" | "txt" | "xml";

const nothing = z.strictObject({});

interface Options<
  P extends z.ZodType,
  Q extends z.ZodType,
  B extends z.ZodType,
  R extends z.ZodType,
  K extends "data" | "file" | "stream",
> {
  spec: string;
  because?: string;
  summary: string;
  /** Where the permissions do not say it: theirs by default. */
  audience?: Audience | readonly Audience[];
  can: Can;
  viewer_can?: Endpoint["viewer_can"];
  effect?: Effect;
  step_up?: boolean;
  guards?: readonly Guard[];
  kind?: K;
  params?: P;
  query?: Q;
  body?: B;
  response?: R;
  files?: Endpoint["files"];
  has_own_key?: boolean;
  once_within_seconds?: number;
  notes?: string;
}

type Nothing = typeof nothing;
type Empty = z.ZodType<Record<string, never>>;

const AUDIENCE_OF = { provider: "admin", company: "corporate", personal: "customer" } as const;

/** Whose call it is, by what its permissions begin with. */
function audienceOf(can: Can): Audience | readonly Audience[] {
  if (typeof can === "string") return can === "public" ? "public" : "any";
  const [first = "any", ...more] = new Set(
    can.map((permission) => AUDIENCE_OF[permission.split(":")[0] as keyof typeof AUDIENCE_OF]),
  );
  return more.length > 0 ? [first, ...more] : first;
}

/** A declined or deactivated person still sees and pays; what they may complain by says so itself. */
const SEES_AND_PAYS = /^personal:can_(view|pay)_/;
/** The way to an approved profile leads through these. */
const COMPLETES: readonly Permission[] = [
  "personal:can_update_personal_profile",
  "personal:can_upload_personal_documents",
  "personal:can_request_cards",
];

/** Where a call says none: what the specification holds before each screen of the account type (routes.tsv), as far as its permission needs it. */
function guardsOf(can: Can, audience: Audience | readonly Audience[]): readonly Guard[] {
  if (can === "public") return [];
  const audiences = [audience].flat();
  if (audiences.includes("corporate")) return ["password_changed", "company_profile_updated", "company_subscribed"];
  if (!audiences.includes("customer") || typeof can === "string") return ["password_changed"];
  const own = can.filter((slug) => slug.startsWith("personal:"));
  if (own.every((slug) => SEES_AND_PAYS.test(slug))) return ["password_changed"];
  if (own.every((slug) => COMPLETES.includes(slug))) return ["password_changed", "profile_approved"];
  return ["password_changed", "profile_updated", "profile_approved"];
}

const declare =
  (method: Method) =>
  <
    P extends z.ZodType = Nothing,
    Q extends z.ZodType = Nothing,
    B extends z.ZodType = Nothing,
    R extends z.ZodType = Empty,
    K extends "data" | "file" | "stream" = "data",
  >(
    path: string,
    options: Options<P, Q, B, R, K>,
  ): Endpoint<P, Q, B, R, K> => ({
    method,
    path,
    spec: options.spec,
    ...(options.because && { because: options.because }),
    summary: options.summary,
    audience: options.audience ?? audienceOf(options.can),
    can: options.can,
    ...(options.viewer_can && { viewer_can: options.viewer_can }),
    effect: options.effect ?? "none",
    step_up: options.step_up ?? false,
    guards: options.guards ?? guardsOf(options.can, options.audience ?? audienceOf(options.can)),
    // What is absent is what the type parameters' defaults say.
    kind: (options.kind ?? "data") as K,
    params: (options.params ?? nothing) as P,
    query: (options.query ?? nothing) as Q,
    body: (options.body ?? nothing) as B,
    response: (options.response ?? nothing) as R,
    ...(options.files && { files: options.files }),
    ...(options.has_own_key && { has_own_key: true }),
    ...(options.once_within_seconds && { once_within_seconds: options.once_within_seconds }),
    ...(options.notes && { notes: options.notes }),
  });

export const get = declare("GET");
export const post = declare("POST");
export const put = declare("PUT");
export const patch = declare("PATCH");
export const del = declare("DELETE");

/** What the specification writes into the address of a list beside the protocol, for example `?status=pending`. */
type MoreQuery = z.ZodRawShape;

interface ListOptions<
  Row extends z.ZodType,
  P extends z.ZodType,
  Q extends MoreQuery,
  Filters extends Record<string, FilterOffer>,
  Sort extends string,
  Range extends string,
> extends ListOffer<Filters, Sort, Range> {
  spec: string;
  because?: string;
  summary: string;
  audience?: Audience | readonly Audience[];
  can: Can;
  guards?: readonly Guard[];
  params?: P;
  query?: Q;
  row: Row;
  notes?: string;
}

/** A list: one declaration serves paging, filter, search, date range, sorting and streamed exports. */
export const list = <
  Row extends z.ZodType,
  P extends z.ZodType = Nothing,
  Q extends MoreQuery = Record<never, never>,
  const Filters extends Record<string, FilterOffer> = Record<never, never>,
  const Sort extends string = string,
  const Range extends string = never,
>(
  path: string,
  options: ListOptions<Row, P, Q, Filters, Sort, Range>,
): Endpoint<
  P,
  z.ZodObject<typeof pageQuery.shape & Q, z.core.$strict>,
  Nothing,
  ReturnType<typeof pageOf<Row>>,
  "list"
> & {
  list: ListDeclaration<Record<keyof Filters & string, FilterDeclaration>, Sort, Range>;
  row: Row;
  unsorted: Readonly<Record<string, string>>;
} => ({
  method: "GET",
  path,
  spec: options.spec,
  ...(options.because && { because: options.because }),
  summary: options.summary,
  audience: options.audience ?? audienceOf(options.can),
  can: options.can,
  effect: "none",
  step_up: false,
  guards: options.guards ?? guardsOf(options.can, options.audience ?? audienceOf(options.can)),
  kind: "list",
  params: (options.params ?? nothing) as P,
  query: pageQuery.extend(options.query ?? {}) as unknown as z.ZodObject<typeof pageQuery.shape & Q, z.core.$strict>,
  body: nothing,
  response: pageOf(options.row),
  list: declared(options),
  row: options.row,
  unsorted: options.unsorted ?? {},
  ...(options.notes && { notes: options.notes }),
});

/** `{id}` in a path: a UUID. */
export const idParams = z.strictObject({ id: z.uuid() });

/** What a handler is given. */
export type Input<E extends Endpoint> = {
  params: z.output<E["params"]>;
  query: z.output<E["query"]>;
  body: z.output<E["body"]>;
};
/** What a handler returns (`bigint` money, `Date` moments). */
export type Output<E extends Endpoint> = z.output<E["response"]>;
/** What the browser gets (numbers and strings). */
export type Wire<E extends Endpoint> = z.input<E["response"]>;
/** What the browser sends. */
export type WireBody<E extends Endpoint> = z.input<E["body"]>;
