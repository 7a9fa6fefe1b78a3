/**
 * Every request that a test decides is opened before and after, as its second person opens it: a page that fails, or that does not say how
 * much it is about, fails the test. So each kind that any test raises has its page looked at, without a test of its own.
 */
import type { Endpoint } from "@manilla/contract/endpoint";
import * as approvals from "@manilla/contract/platform/approvals";
import { appendFileSync } from "node:fs";
import { isDying } from "./dying.ts";
import type { Answer, CallOptions } from "./api.ts";

type Send = (endpoint: Endpoint, options?: CallOptions) => Promise<Answer>;

interface Page {
  kind: string;
  title: string;
  amount_kobo: number | null;
  effect: Record<string, { label: string }[]> & { refusal: never };
  status: string;
  items: unknown[];
  changes: unknown[];
}

/** Why the title of these kinds names no sum although the request has one. */
const WITHOUT_SUM: Readonly<Record<string, string>> = {
  take_statement: "What its lines post is unlike any one sum that somebody pays: the page lists them.",
  take_back_statement: "As taking it.",
};
/** Who, from whom, to which account: what the page of these kinds says beside title and postings. */
const SAYS: Readonly<Record<string, readonly string[]>> = {
  top_up_biller: ["Left the bank", "From our account"],
  top_up_issuer_float: ["Left the bank", "From our account"],
  pay_card_partner: ["Partner", "Bank", "Account", "Account changed last"],
  reverse_receipt: ["Received from", "Reference"],
  give_up_bill: ["Paid by", "Number", "Provider"],
  refund_bill: ["Because", "Paid by", "Number", "Provider"],
  end_bill_claim: ["Claimed from", "Claimed"],
  credit_card_dispute: ["Holder", "Paid to", "The holder says"],
  write_off_card_dispute: ["Holder", "Paid to", "The holder says"],
  write_off_settlement_line: ["Payment", "The issuer says", "Our books say"],
  write_off_owed_dollars: ["Person", "Card"],
  end_return: ["Payout"],
};
/** Figures and states that are there before and after, unless it would be refused. */
const CHANGES: Readonly<Record<string, string>> = {
  give_up_bill: "State of the bill",
  refund_bill: "Refunded",
  end_bill_claim: "State of the claim",
  credit_card_dispute: "Credited for now",
  write_off_card_dispute: "State of the dispute",
  write_off_settlement_line: "State of the line",
  refund_payment: "State of the case",
  credit_claim: "Given for now",
  send_back_held: "State of the money",
  let_transfer_go: "State of the transfer",
};
/** What rests on a paper shows it. */
const PAPERED: ReadonlySet<string> = new Set([
  "charge_off",
  "write_off",
  "write_off_card_dispute",
  "write_off_settlement_line",
  "write_off_owed_dollars",
  "write_off_bill_line",
]);
/** Of these kinds the `over` is not met by carrying them out: it says what else makes them stale. */
const STAYS: Readonly<Record<string, string>> = {
  give_reward: "A person may have several; deleting them ends it.",
  debit_cash: "As a reward.",
  set_limit: "Without a request of the person there is nothing that ends; their deletion does.",
  set_cash_limit: "As a limit of credit.",
  reschedule_loan: "The loan runs on; its end ends it.",
  waive_charge: "Another charge of the instalment may be left.",
  settle_many: "A part may be left of an instalment.",
  make_company_administrator: "Who leaves the company ends it.",
  bypass_identity: "A number that is verified, or a deletion, ends it.",
  change_company_permissions:
    "Another change of the same person's rights ends it, and taking all of them away leaves no row.",
  change_roles: "As permissions.",
  remit_vat: "Money that has left the bank: it is declined, or recorded.",
  bring_in_loans: "The file waits for this request alone.",
  change_configuration: "The day from which it would hold ends it.",
  set_bill_terms: "As the configuration.",
  change_dollar_terms: "As the configuration.",
  change_partner_terms: "As the configuration.",
  change_cash_limits: "As the configuration.",
};
const SUM = /[₦$]/;
const PARTS = ["facts", "payees", "texts", "measures", "papers"];

/** The requests that a call decides. */
function decidedBy({ path }: Endpoint, { params, body }: CallOptions): string[] {
  if (path === approvals.approveMany.path) {
    const named = (body as { approvals?: unknown } | undefined)?.approvals;
    return [Array.isArray(named) ? named : []]
      .flat()
      .flatMap((one: { id?: unknown } | null) => (typeof one?.id === "string" ? [one.id] : []));
  }
  const isDecision = [approvals.approve, approvals.decline, approvals.withdraw].some((call) => call.path === path);
  return isDecision && params?.["id"] ? [params["id"]] : [];
}

/** @throws Error where the page fails, or says less than somebody needs who decides */
async function open(send: Send, token: string | undefined, id: string, when: "before" | "after"): Promise<boolean> {
  const { status, body } = await send(approvals.find, { ...(token && { token }), params: { id } });
  if (status >= 500) throw new Error(`The page of the request ${id} answers ${status} ${when} its decision.`);
  if (status !== 200) return false;
  const page = body.data as Page;
  const kept = process.env["APPROVAL_KINDS_FILE"];
  if (kept) appendFileSync(kept, `${page.kind}\n`);
  const isSaid =
    PARTS.some((part) => (page.effect[part] ?? []).length > 0) || page.items.length > 0 || page.changes.length > 0;
  if (!isSaid) throw new Error(`The page of a request of the kind ${page.kind} says nothing but its title.`);
  if (page.amount_kobo && !SUM.test(page.title) && !(page.kind in WITHOUT_SUM))
    throw new Error(`The title of a request of the kind ${page.kind} names no sum: ${page.title}`);
  const labels = (part: string): string[] => (page.effect[part] ?? []).map(({ label }) => label);
  const missing = (SAYS[page.kind] ?? []).filter((label) => !labels("facts").includes(label));
  if (missing.length > 0) throw new Error(`A request of the kind ${page.kind} does not say: ${missing.join(", ")}`);
  if (PAPERED.has(page.kind) && labels("papers").length === 0)
    throw new Error(`A request of the kind ${page.kind} shows no paper.`);
  const change = CHANGES[page.kind];
  const isJudged = ["pending", "approved"].includes(page.status) && page.effect.refusal === null;
  if (change && isJudged && !labels("measures").includes(change))
    throw new Error(`A request of the kind ${page.kind} does not show before and after of: ${change}`);
  if (when === "after") opened.set(page.kind, (opened.get(page.kind) ?? 0) + 1);
  return true;
}

/** A page carries its request out for a look: a test that decides about hundreds of one kind opens the first ones. */
const MAX_OF_A_KIND = 4;
const opened = new Map<string, number>();
const isWanted = (kind: string | undefined): boolean => (opened.get(kind ?? "") ?? 0) < MAX_OF_A_KIND;

/**
 * Sends a call; where it decides about requests, their pages are opened before and after.
 * @param kindOf the kind of a request; undefined for one that is not there
 * @param isOver whether its kind says that nothing is left to decide about it
 */
export async function sentWithPages(
  send: Send,
  kindOf: (id: string) => Promise<string | undefined>,
  isOver: (id: string) => Promise<boolean>,
  endpoint: Endpoint,
  options: CallOptions = {},
): Promise<Answer> {
  const named = options.pages === "not opened" || isDying() ? [] : decidedBy(endpoint, options);
  const ids: string[] = [];
  for (const id of named) if (isWanted(await kindOf(id))) ids.push(id);
  const over: string[] = [];
  for (const id of ids) {
    await open(send, options.token, id, "before");
    if (await isOver(id)) over.push(id);
  }
  const answer = await send(endpoint, options);
  if (answer.status === 200 && endpoint.path === approvals.approve.path)
    for (const id of ids) {
      const kind = (await kindOf(id)) ?? "";
      if (over.includes(id)) throw new Error(`A request of the kind ${kind} is said to be over, and was carried out.`);
      if (!(kind in STAYS) && !(await isOver(id)))
        throw new Error(`A request of the kind ${kind} was carried out, and its \`over\` does not hold afterwards.`);
    }
  for (const id of ids) {
    const isOpen = await open(send, options.token, id, "after");
    if (answer.status === 200 && !isOpen) throw new Error(`Who decided about the request ${id} cannot open it.`);
  }
  return answer;
}
