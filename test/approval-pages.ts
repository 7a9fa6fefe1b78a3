/**
 * Every request that a test decides is opened before and after, as its second person opens it: a page that fails, or that does not say how
 * much it is about, fails the test. So each kind that any test raises has its page looked at, without a test of its own.
 */
import type { Endpoint } from "@manilla/contract/endpoint";
import * as approvals from "@manilla/contract/platform/approvals";
import { appendFileSync } from "node:fs";
import type { Answer, CallOptions } from "./api.ts";

type Send = (endpoint: Endpoint, options?: CallOptions) => Promise<Answer>;

interface Page {
  kind: string;
  title: string;
  amount_kobo: number | null;
  effect: Record<string, unknown[]>;
  items: unknown[];
  changes: unknown[];
}

/** Why the title of these kinds names no sum although the request has one. */
const WITHOUT_SUM: Readonly<Record<string, string>> = {
  take_statement: "What its lines post is unlike any one sum that somebody pays: the page lists them.",
  take_back_statement: "As taking it.",
};
const SUM = /[₦$]/;
const PARTS = ["facts", "payees", "texts", "measures", "papers"];

/** The requests that a call decides. */
function decidedBy({ path }: Endpoint, { params, body }: CallOptions): string[] {
  if (path === approvals.approveMany.path)
    return ((body as { approvals?: { id: string }[] } | undefined)?.approvals ?? []).map(({ id }) => id);
  const isDecision = [approvals.approve, approvals.decline, approvals.withdraw].some((call) => call.path === path);
  return isDecision && params?.["id"] ? [params["id"]] : [];
}

/** @throws Error where the page fails, or says less than somebody needs who decides */
async function open(send: Send, token: string | undefined, id: string, when: "before" | "after"): Promise<boolean> {
  const { status, body } = await send(approvals.find, { ...(token && { token }), params: { id } });
  if (status >= 500) throw new Error(`The page of the request ${id} answers ${status} ${when} its decision.`);
  if (status !== 200) return false;
  const page = body.data as Page;
  const opened = process.env["APPROVAL_KINDS_FILE"];
  if (opened) appendFileSync(opened, `${page.kind}\n`);
  const isSaid =
    PARTS.some((part) => (page.effect[part] ?? []).length > 0) || page.items.length > 0 || page.changes.length > 0;
  if (!isSaid) throw new Error(`The page of a request of the kind ${page.kind} says nothing but its title.`);
  if (page.amount_kobo && !SUM.test(page.title) && !(page.kind in WITHOUT_SUM))
    throw new Error(`The title of a request of the kind ${page.kind} names no sum: ${page.title}`);
  return true;
}

/** Sends a call; where it decides about requests, their pages are opened before and after. */
export async function sentWithPages(send: Send, endpoint: Endpoint, options: CallOptions = {}): Promise<Answer> {
  const ids = options.pages === "not opened" ? [] : decidedBy(endpoint, options);
  for (const id of ids) await open(send, options.token, id, "before");
  const answer = await send(endpoint, options);
  for (const id of ids) {
    const isOpen = await open(send, options.token, id, "after");
    if (answer.status === 200 && !isOpen) throw new Error(`Who decided about the request ${id} cannot open it.`);
  }
  return answer;
}
