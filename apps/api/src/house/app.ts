/** What every handler is given, the shape of a handler, and what a noun registers. Composition itself is in main.ts. */
import type { Readable } from "node:stream";
import type { ChainKind } from "@manilla/contract/companies/chain-steps";
import type { Endpoint, Input, Output } from "@manilla/contract/endpoint";
import type { reviewedDocument } from "@manilla/contract/people/documents";
import type { Permission } from "@manilla/contract/permissions";
import type { Effect } from "@manilla/contract/platform/approvals";
import type { RawBuilder } from "kysely";
import type pg from "pg";
import type { Logger } from "pino";
import type { z } from "zod";
import type { Actor, Live, ServerEvent, Session, UploadedFile } from "../request.ts";
import type { Config } from "../config.ts";
import type { Database, Tx } from "../db/database.ts";
import type { BoundList, defineList } from "../db/list.ts";
import type { Replica } from "../db/replica.ts";
import type { FieldEncryption } from "../field-encryption.ts";
import type { Queue } from "../db/queue.ts";
import type { Outside } from "../outside/index.ts";
import type { Measured, MoneyDeclarations, MoneyRegistry } from "./purposes.ts";
import type { CardDelivery, CardHooks, CardRequest } from "./cards.ts";
import type { CompanyAdmins, CompanyHooks } from "./companies.ts";
import type { PersonalData } from "./personal.ts";
import type { Timelines, TimelineSubject, TimelineSource } from "./timelines.ts";

export type { Actor } from "../request.ts";
export type { Measured } from "./purposes.ts";
export type { CompanyAdmins } from "./companies.ts";
export type { Erasing, PersonalData } from "./personal.ts";

type ReviewedDocument = z.output<typeof reviewedDocument>;

/** The parts of a running application. */
export interface App {
  config: Config;
  pool: pg.Pool;
  db: Database;
  /** A standby that lists and exports are read from, where there is one. */
  replica: Replica | undefined;
  /** Whether row-level security separates the tenants (db/scope.ts). */
  has_tenant_role: boolean;
  encryption: FieldEncryption;
  queue: Queue;
  outside: Outside;
  live: Live;
  /** What the nouns have registered. */
  house: House;
  log: Logger;
}

/** One request. `session` is there unless the call is public (and even then when the caller has one). */
export interface Context extends App {
  session: Session;
  request_id: string;
  network_address: string;
  device: string;
  /** The ids of what one act asks second persons, who hear of it once (`askTogether`). */
  asked?: string[];
  /** The key under which this request is answered once; handlers derive the ledger's keys from it. */
  idempotency_key: string | undefined;
  /** The bytes of a JSON body as they came, for signatures; absent for other bodies. */
  raw_body: Buffer | undefined;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The uploaded file, for calls that declare one. */
  file: UploadedFile | undefined;
  /** The change and the stored answer in one transaction: a crash leaves both or neither. Every call that moves money does its work in here, once. */
  once<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result>;
  setCookie(token: string | null): void;
  /** Does this when the answer has left, so that its time tells nothing. A failure is in the log. */
  afterwards(work: () => Promise<unknown>): void;
  /** Aborts when the client has disconnected. */
  left(): AbortSignal;
}

/** Bytes as an answer. `inline` only for what a browser shows safely (PDF, images) on our own origin, sandboxed. */
export interface FileBytes {
  name: string;
  media_type: string;
  body: Buffer | Readable;
  inline?: boolean;
}
/** The bytes, or the address of our own where they are. */
export type FileAnswer = FileBytes | { see: string };

type Answer<E extends Endpoint> = E["kind"] extends "list"
  ? BoundList
  : E["kind"] extends "file"
    ? FileAnswer
    : E["kind"] extends "stream"
      ? AsyncIterable<ServerEvent>
      : Output<E>;

/** A list without a scope serves itself; any other has a handler that sets the scope. */
type WholeList = Pick<ReturnType<typeof defineList>, "scoped">;

export type Handler<E extends Endpoint> = (context: Context, input: Input<E>) => Promise<Answer<E>> | Answer<E>;

/** One handler for each call of a noun: a missing one does not compile. */
export type Handlers<Module> = {
  [Name in keyof Module as Module[Name] extends Endpoint ? Name : never]: Module[Name] extends Endpoint
    ? Handler<Module[Name]> | (Module[Name]["kind"] extends "list" ? WholeList : never)
    : never;
};

export interface ApprovalItem {
  label: string;
  /** The loan it is about, where it is about one. */
  loan_id?: string;
  amount_kobo: bigint | null;
  verdict: string | null;
  reason: string | null;
}

/** A request that waits, as its kind is given it. */
export interface Asked<Payload = object> {
  id: string;
  payload: Payload;
  maker_id: string;
}

/**
 * What happens when the second person agrees. Runs in the transaction that records the decision.
 * @typeParam Payload what its own `requestApproval` wrote: nobody else writes it, and it is read back as it was
 */
export interface ApprovalKind<Payload = object> {
  /** The checker needs this beside `provider:can_decide_approvals`. */
  permission: Permission;
  /** When nothing is left to decide, as a condition on the row `a` of approvals: it is withdrawn then (`platform/approvals/over.ts` has the usual ones). */
  over?: RawBuilder<unknown>;
  /** For whom somebody else decides, beside who made the request and who it is about: a condition on the row `a` of approvals. */
  bars?(caller: Session): RawBuilder<boolean>;
  /** What the checker sees beside postings and figures: who is paid, the text as it is read, facts behind the request. */
  shows?(
    context: Context,
    approval: Asked<Payload>,
  ): Promise<Partial<Pick<Effect, "payees" | "texts" | "facts" | "papers">>>;
  /** Figures and states that it changes, read before and after. Money in kobo. */
  measures?(tx: Tx, context: Context, approval: Asked<Payload>): Promise<readonly Measured[]>;
  /** What follows by itself later (the bank has paid), for the postings that the checker sees; taken back in the same breath. */
  follows?(tx: Tx, context: Context, approval: Asked<Payload>): Promise<void>;
  /** @returns what to show of each item, and undefined where there are none. Throws a DomainError to refuse. */
  execute(tx: Tx, context: Context, approval: Asked<Payload>): Promise<ApprovalItem[] | undefined>;
  /** The outcome of each item by now, where that is known only some time after the decision. */
  became?(context: Context, approval: Asked<Payload>): Promise<ApprovalItem[] | undefined>;
  /** Undoes what was reserved when the request was made (declined, withdrawn, or over). */
  release?(tx: Tx, app: App, approval: Pick<Asked<Payload>, "id" | "payload">, actor: Actor): Promise<void>;
}

/**
 * What a noun lets a company's own people decide about (`companies/approval-chains`). It opens a request on the company's chain and is
 * called back in the transaction of the decision.
 */
export interface ChainSubject {
  /** What the approvers see of it. */
  shows(db: Database | Tx, context: Context, subject_id: string): Promise<{ label: string; value: string }[]>;
  /** Somebody has taken it back, or the chain has come to its end. Throws a DomainError to refuse. */
  decided(
    tx: Tx,
    context: Context,
    decision: {
      approval_id: string;
      subject_id: string;
      outcome: "approved" | "declined" | "returned" | "withdrawn";
      reason: string | null;
    },
  ): Promise<void>;
}

/** The business day that is closed and the one that begins. Arrears and dues are decided for the day that begins. */
export interface Day {
  closing: string;
  opening: string;
}

export interface Progress {
  /** Where the next batch continues, an id: what is not one ends the close at its first full batch. Null when the step is done. */
  cursor: string | null;
  counts: Record<string, number>;
}

/**
 * One step of the close of business. A batch and its cursor are committed together, so that a killed run continues where
 * it stopped; a step that calls providers makes its own transactions and may see a batch twice, which changes nothing.
 */
export type Step = {
  /** Unique, and kept with each day's record. */
  name: string;
  /** Position in the close: steps run in ascending order. */
  at: number;
} & (
  | { batch(app: App, tx: Tx, day: Day, cursor: string | null): Promise<Progress> }
  | { outside(app: App, day: Day, cursor: string | null): Promise<Progress> }
);

/** A provider's event as it was stored. */
export interface ProviderEvent {
  id: string;
  provider: string;
  event: string;
  data: Record<string, unknown>;
  received_at: Date;
}

/** Who works on a provider's events: those of `provider` whose name begins with `event`. */
export interface EventReceiver {
  provider: string;
  event: string;
  /** @returns the outcome in words, or when to look again */
  receive(app: App, event: ProviderEvent): Promise<string | { again_in_seconds: number }>;
}

/** One line under a heading of the global search. */
export interface Found {
  id: string;
  label: string;
  detail: string;
  link: string;
}

/** The query of the global search, parsed: operators, ids, amounts, days, last digits, and the words that are left. */
export interface Typed {
  /** What is neither an operator nor anything else that is recognised. */
  words: string[];
  /** States of loans and of movements of money that the `status:` operator names; `overdue` and `late` mean past due. */
  status: string[];
  /** In kobo; the bounds count in. */
  amount: { min?: bigint; max?: bigint };
  /** Days past due; the bounds count in. */
  late?: { min?: number; max?: number };
  /** Loans of the people who are assigned to the caller. */
  is_mine?: boolean;
  /** A business day, `yyyy-mm-dd`. */
  day?: string;
  /** What falls due on it is requested, and nothing else. */
  is_due?: boolean;
  id?: string;
  /** Exactly four digits: the end of a phone, an account number or an identity number. */
  last_four?: string;
}

/** What Ctrl-K finds of a noun. Checks the session's rights itself. */
export interface SearchSource {
  heading: string;
  /** Headings are shown in ascending order. */
  at: number;
  find(context: Context, typed: Typed): Promise<Found[]>;
}

/** Something small that the worker repeats. */
export interface Periodic {
  name: string;
  every_milliseconds: number;
  run(app: App): Promise<unknown>;
}

/** A person as they begin. */
export interface NewPerson {
  name: string;
  last_name: string;
  email: string;
  /** +234…, already normalised; null when unknown. */
  phone: string | null;
  password_hash: string | null;
  /** Set when the person chose the password; null makes them change it at the first login. */
  change_password_at: Date | null;
  roles: readonly string[];
  company_id?: string | null;
  staff_account_type?: "personal" | "business";
  registration_source?: string | null;
  /** Of the terms that the person accepted themselves, and when. */
  terms_version?: string | null;
  terms_accepted_at?: Date | null;
  created_by?: string | null;
  created_at?: Date;
}

/** What other nouns contribute to the people room, so that it need not import those above it. Each member comes from exactly one noun. */
export interface PersonHooks {
  /** The documents on a person's page, newest first. */
  documents(context: Context, db: Database, user_id: string): Promise<ReviewedDocument[]>;
  /** Makes a person with an own key, an empty profile and their roles. @returns the person's id */
  create(tx: Tx, app: Pick<App, "encryption">, person: NewPerson): Promise<string>;
  /** A colleague leaves: their open cases are nobody's again, and they get no more. @returns how many cases */
  release(tx: Tx, admin_id: string, actor: Actor, reason: string): Promise<number>;
  /** A person begins to ask for a card: which kind. @throws Conflict while a request waits */
  beginCardRequest(tx: Tx, context: Context, card_type: CardRequest["card_type"]): Promise<CardRequest>;
  /** Where to, and done. @throws Conflict without a beginning; InvalidFields when a physical card has no address */
  finishCardRequest(tx: Tx, context: Context, delivery: CardDelivery): Promise<CardRequest>;
  /** The card that a person requested is approved by the staff at their profile. */
  grantCard(tx: Tx, context: Context, user_id: string): Promise<void>;
  /** A decision was made: the open assignment is attended. @returns it, or null */
  attend(tx: Tx, user_id: string): Promise<string | null>;
  /** That decision was taken back: the assignment is as it was. */
  resume(tx: Tx, assignment_id: string): Promise<void>;
  /** Ends the open assignment. @returns the colleague who had it */
  endAssignment(tx: Tx, user_id: string, actor: Actor, reason: string | null): Promise<string | undefined>;
  /** The active credit rules about the signed-in person; `keep` records the decision with what follows from it. */
  judgeInstantly(
    context: Context,
  ): Promise<{ outcome: string; limit_kobo: bigint | null; reasons: readonly string[]; keep(tx: Tx): Promise<void> }>;
}

/** Everything that the house needs to know of a noun. `modules/index.ts` lists the nouns. */
export interface Noun {
  /** The calls with their handlers, by name. */
  calls: readonly { call: Endpoint; handler: Handler<Endpoint> }[];
  approvals?: Readonly<Record<string, ApprovalKind>>;
  chains?: Readonly<Partial<Record<ChainKind, ChainSubject>>>;
  close?: readonly Step[];
  events?: readonly EventReceiver[];
  search?: readonly SearchSource[];
  /** Registers the noun's queues in a worker process. */
  jobs?: readonly ((app: App) => Promise<void>)[];
  periodic?: readonly Periodic[];
  personal?: PersonalData;
  person?: Partial<PersonHooks>;
  /** Of exactly one noun. */
  company_admins?: CompanyAdmins;
  /** What money that moves is for. */
  purposes?: MoneyDeclarations;
  /** What it has of cards, and of companies' people. */
  cards?: CardHooks;
  companies?: CompanyHooks;
  /** What it tells in whose timeline. */
  timelines?: Timelines;
}

/** All that the nouns registered, by what it is for. */
export interface House extends MoneyRegistry {
  calls: Noun["calls"];
  /** What a second person can agree to, by kind. */
  approvals: ReadonlyMap<string, ApprovalKind>;
  /** What a company's own people decide about, by kind. */
  chains: ReadonlyMap<string, ChainSubject>;
  /** In the order of the close. */
  close: readonly Step[];
  events: readonly EventReceiver[];
  search: readonly SearchSource[];
  jobs: readonly ((app: App) => Promise<void>)[];
  periodic: readonly Periodic[];
  personal: readonly PersonalData[];
  person: PersonHooks;
  cards: readonly CardHooks[];
  companies: readonly CompanyHooks[];
  company_admins: CompanyAdmins;
  timelines: Readonly<Record<TimelineSubject, readonly TimelineSource<never>[]>>;
}
