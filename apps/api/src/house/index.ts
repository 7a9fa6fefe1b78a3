/** From nouns to the house: one value per noun in, registries out. What does not fit together ends the start. */
import * as contract from "@manilla/contract/calls";
import { chainKinds } from "@manilla/contract/companies/chain-steps";
import type { Endpoint } from "@manilla/contract/endpoint";
import { chargePurposes, payoutPurposes, receiptPurposes } from "@manilla/contract/money/purposes";
import { sql } from "kysely";
import type { CompanyAdmins, Handler, Handlers, House, Noun, PersonHooks } from "./app.ts";
import type { defineList } from "../db/list.ts";
import type { MoneyRegistry } from "./purposes.ts";
import type { TimelineSource, TimelineSubject } from "./timelines.ts";

const isCall = (value: unknown): value is Endpoint =>
  typeof value === "object" && value !== null && "method" in value && "path" in value && "effect" in value;

/**
 * Declares a noun: its calls with their handlers, and what else it registers. A call without a handler does not compile, nor does a handler without a call.
 */
export function noun<Calls extends object>(
  declaration: Omit<Noun, "calls"> & { calls: Calls; handlers: Handlers<Calls> },
): Noun {
  const { calls, handlers, ...rest } = declaration;
  const byName = handlers as Record<string, Handler<Endpoint> | { scoped: ReturnType<typeof defineList>["scoped"] }>;
  const handlerOf = (given: (typeof byName)[string]): Handler<Endpoint> =>
    typeof given === "function" ? given : () => given.scoped(sql`true`);
  const served = Object.entries(calls)
    .filter((entry): entry is [string, Endpoint] => isCall(entry[1]))
    .map(([name, call]) => ({ call, handler: handlerOf(byName[name]!) }));
  return { ...rest, calls: served };
}

/** A noun that answers no call of its own: what others use, with its steps, events or jobs. */
export const silentNoun = (declaration: Omit<Noun, "calls">): Noun => ({ ...declaration, calls: [] });

function unique<Item>(items: readonly Item[], nameOf: (item: Item) => string, what: string): readonly Item[] {
  const names = items.map(nameOf);
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) throw new Error(`Two nouns register the ${what} ${twice}.`);
  return items;
}

const PERSON_HOOKS = [
  "documents",
  "beginCardRequest",
  "finishCardRequest",
  "grantCard",
  "attend",
  "resume",
  "endAssignment",
  "judgeInstantly",
] satisfies (keyof PersonHooks)[];

function personHooks(nouns: readonly Noun[]): PersonHooks {
  const hooks = unique(
    nouns.flatMap((each) => Object.entries(each.person ?? {})),
    ([name]) => name,
    "hook of people",
  );
  const missing = PERSON_HOOKS.find((name) => !hooks.some(([given]) => given === name));
  if (missing) throw new Error(`No noun registers the hook of people ${missing}.`);
  return Object.fromEntries(hooks) as unknown as PersonHooks;
}

function companyAdmins(nouns: readonly Noun[]): CompanyAdmins {
  const [admins, second] = nouns.flatMap((each) => each.company_admins ?? []);
  if (!admins || second) throw new Error("Exactly one noun registers the administrators of companies.");
  return admins;
}

/** Each purpose of the contract from exactly one noun. */
function purposesOf<Name extends string, Purpose>(
  declared: readonly (Partial<Record<Name, Purpose>> | undefined)[],
  names: readonly Name[],
  what: string,
): ReadonlyMap<Name, Purpose> {
  const entries = unique(
    declared.flatMap((each) => Object.entries(each ?? {}) as [Name, Purpose][]),
    ([name]) => name,
    `purpose of ${what}`,
  );
  const stranger = entries.find(([name]) => !names.includes(name));
  if (stranger) throw new Error(`The contract does not know the purpose of ${what} ${stranger[0]}.`);
  const missing = names.find((name) => !entries.some(([given]) => given === name));
  if (missing) throw new Error(`No noun registers the purpose of ${what} ${missing}.`);
  return new Map(entries);
}

function moneyRegistry(nouns: readonly Noun[]): MoneyRegistry {
  const declared = nouns.map(({ purposes }) => purposes);
  return {
    payouts: purposesOf(
      declared.map((each) => each?.payouts),
      payoutPurposes,
      "payouts",
    ),
    charges: purposesOf(
      declared.map((each) => each?.charges),
      chargePurposes,
      "charges",
    ),
    receipts: purposesOf(
      declared.map((each) => each?.receipts),
      receiptPurposes.filter((name) => name !== "credit"),
      "receipts",
    ),
    disbursed: declared.flatMap((each) => each?.disbursed ?? []),
    purse_filled: declared.flatMap((each) => each?.purse_filled ?? []),
    wallet_charged: declared.flatMap((each) => each?.wallet_charged ?? []),
    bill_delivered: declared.flatMap((each) => each?.bill_delivered ?? []),
    bill_refunded: declared.flatMap((each) => each?.bill_refunded ?? []),
    batch_transfer_ended: declared.flatMap((each) => each?.batch_transfer_ended ?? []),
  };
}

const timelineIn = (nouns: readonly Noun[], subject: TimelineSubject): readonly TimelineSource<never>[] =>
  unique(
    nouns.flatMap((each) => (each.timelines?.[subject] ?? []) as readonly TimelineSource<never>[]),
    ({ name }) => name,
    `part of the timeline of a ${subject}`,
  );

/** Builds the registries. @throws Error when two nouns register the same, or a call of the contract has no handler */
export function buildHouse(nouns: readonly Noun[]): House {
  const calls = nouns.flatMap((each) => each.calls);
  const served = new Set(calls.map(({ call }) => call));
  for (const [name, module] of Object.entries(contract))
    for (const [call, value] of Object.entries(module))
      if (isCall(value) && !served.has(value)) throw new Error(`No noun serves ${name}.${call}.`);
  const approvals = nouns.flatMap((each) => Object.entries(each.approvals ?? {}));
  const chains = nouns.flatMap((each) => Object.entries(each.chains ?? {}));
  const unchained = chainKinds.find((kind) => !chains.some(([given]) => given === kind));
  if (unchained) throw new Error(`No noun registers the chain ${unchained}.`);
  return {
    calls,
    approvals: new Map(unique(approvals, ([kind]) => kind, "approval")),
    chains: new Map(unique(chains, ([kind]) => kind, "chain")),
    close: unique(
      nouns.flatMap((each) => each.close ?? []),
      ({ name }) => name,
      "step of the close",
    ).toSorted((left, right) => left.at - right.at),
    events: unique(
      nouns.flatMap((each) => each.events ?? []),
      ({ provider, event }) => `${provider} ${event}`,
      "event",
    ),
    search: nouns.flatMap((each) => each.search ?? []).toSorted((left, right) => left.at - right.at),
    jobs: nouns.flatMap((each) => each.jobs ?? []),
    periodic: nouns.flatMap((each) => each.periodic ?? []),
    personal: nouns.flatMap((each) => each.personal ?? []),
    person: personHooks(nouns),
    cards: nouns.flatMap((each) => each.cards ?? []),
    companies: nouns.flatMap((each) => each.companies ?? []),
    company_admins: companyAdmins(nouns),
    timelines: {
      person: timelineIn(nouns, "person"),
      loan: timelineIn(nouns, "loan"),
      card: timelineIn(nouns, "card"),
      company: timelineIn(nouns, "company"),
      transfer: timelineIn(nouns, "transfer"),
    },
    ...moneyRegistry(nouns),
  };
}
