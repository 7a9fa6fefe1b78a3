import type { AccountType } from "@manilla/contract/accounts";
import type { DocumentQueue } from "@manilla/contract/people/document-queues";
import type { Endpoint } from "@manilla/contract/endpoint";
import { count } from "@manilla/contract/formats";
import type { QueueName } from "@manilla/contract/people/queues";
import { useQuery } from "@tanstack/react-query";
import { calls } from "../../shared/api/calls.gen.ts";
import { type CallInput, send } from "../../shared/api/call.ts";
import { keyOf } from "../../shared/api/use-call.ts";
import { pageOfQueue } from "../../shared/people/queue-pages.ts";
import { maySend, type Session } from "../../shared/session/session.ts";

const FRESH_MS = 60_000;
/** Lists of everybody: their size is no work to be done. */
const uncounted: readonly QueueName[] = ["all", "verification-method"];

const roomPages: Readonly<Record<DocumentQueue, string>> = {
  all: "/admin/doc-processor",
  new: "/admin/new-docs",
  rejected: "/admin/rejected-docs",
  loan: "/admin/doc-processor/loan",
};

/** Asked when the sidebar opens and again quietly; not at all by those who may not. */
const asked = <E extends Endpoint>(call: E, session: Session, isStaff: boolean) => ({
  queryKey: keyOf(call, {} as CallInput<E>),
  queryFn: ({ signal }: { signal: AbortSignal }) => send(call, {} as CallInput<E>, { signal }),
  enabled: isStaff && maySend(session, call),
  staleTime: FRESH_MS,
  refetchInterval: FRESH_MS,
});

/** How many approvals wait for this person. */
export function useToDecide(session: Session, type: AccountType): number {
  const isStaff = type === "admin";
  const ofStaff = useQuery(asked(calls.approvals.waiting, session, isStaff)).data?.to_decide.count ?? 0;
  // Before it has a plan a company is refused, and a refusal would open a dialog on every page.
  const isOpen = session.guards.company_profile_updated && session.guards.company_subscribed;
  const ofCompany = useQuery(asked(calls.approvalChains.waiting, session, !isStaff && isOpen)).data?.to_decide ?? 0;
  return isStaff ? ofStaff : ofCompany;
}

/** The size of each queue of people and of documents, by the path of its page: one request each for the whole sidebar. */
export function useQueueCounts(session: Session, type: AccountType): ReadonlyMap<string, string> {
  const isStaff = type === "admin";
  const people = useQuery(asked(calls.people.queueCounts, session, isStaff)).data?.queues ?? [];
  const documents = useQuery(asked(calls.documents.queueCounts, session, isStaff)).data?.queues ?? [];
  const toDecide = useToDecide(session, type);
  const tally = ({ count: found, is_more }: { count: number; is_more: boolean }): string =>
    `${count(found)}${is_more ? "+" : ""}`;
  return new Map([
    ...people
      .filter(({ queue }) => !uncounted.includes(queue))
      .map((row) => [pageOfQueue(row.queue), tally(row)] as const),
    ...(toDecide > 0 ? [[`/${type}/approvals`, count(toDecide)] as const] : []),
    ...documents.map((row) => [roomPages[row.queue], tally(row)] as const),
  ]);
}
