/** Notifications, in the timelines of a person and of their loans. */
import type { Permission } from "@manilla/contract/permissions";
import { sql } from "kysely";
import type { TimelineRow, TimelineSource, Timelines } from "../../../house/timelines.ts";

/** Where staff find what a message leads a customer to, and who may open it. */
const PAGES: readonly [from: RegExp, to: string, ...can: Permission[]][] = [
  [/^\/customer\/loans\/([\w-]{36})/, "/admin/loans/", "provider:can_view_loans"],
  [/^\/\w+\/transfers\/([\w-]{36})/, "/admin/transfers/", "provider:can_view_transactions"],
  [/^\/\w+\/standing-orders\/([\w-]{36})/, "/admin/standing-orders/", "provider:can_view_transactions"],
  [/^\/\w+\/cards\/([\w-]{36})/, "/admin/cards/", "provider:can_view_card_requests"],
  [/^\/\w+\/bills\/([\w-]{36})/, "/admin/bills-transactions/", "provider:can_refund_transactions"],
];
function pageOf({ data }: TimelineRow, may: (...any: Permission[]) => boolean): string | null {
  for (const [from, to, ...can] of PAGES) {
    const id = from.exec(String(data?.link ?? ""))?.[1];
    if (id) return may(...can) ? to + id : null;
  }
  return null;
}

const told = <S>(of: TimelineSource<S>["of"]): TimelineSource<S> => ({
  name: "message",
  kind: "messages",
  // Two indexes, of those read and of those not.
  from: `(
    select * from notifications where read_at is null
    union all
    select * from notifications where read_at is not null
  ) n`,
  of,
  id: "n.id",
  at: "n.created_at",
  what: "n.title",
  // An examination's PIN is of use to anybody who reads it.
  detail: "case when n.kind = 'bill' then regexp_replace(n.body, '^PIN [^.]*', 'PIN •••••••') else n.body end",
  data: "json_build_object('link', n.link)",
  says: ({ what }) => what,
  page: pageOf,
});

/** What those read who do not see movements of money: messages about the person. */
const OF_PERSON = ["account", "appeal", "employment_claim", "limit", "limit_increase", "profile", "welcome"];

/** What else a kind of message needs. */
const NEEDS: Readonly<Record<string, Permission>> = {
  complaint: "provider:can_handle_complaints",
  data_request: "provider:can_handle_data_requests",
  document: "provider:can_view_user_documents",
  due_soon: "provider:can_view_loans",
  loan: "provider:can_view_loans",
  repayment: "provider:can_view_loans",
  security: "provider:can_view_security_events",
};

export const ofMessages: Timelines = {
  person: [
    told(({ id }, { session: { permissions } }) => {
      const gated = Object.keys(NEEDS);
      const open = gated.filter((kind) => permissions.has(NEEDS[kind]!));
      const others = permissions.has("provider:can_view_transactions")
        ? sql`n.kind <> all(${gated})`
        : sql`n.kind = any(${OF_PERSON})`;
      return sql`n.user_id = ${id} and (${others} or n.kind = any(${open}))`;
    }),
  ],
  card: [told(({ id, user_id }) => sql`n.user_id = ${user_id} and n.link like ${`%/cards/${id}%`}`)],
  transfer: [told(({ id, user_id }) => sql`n.user_id = ${user_id} and n.link like ${`%/transfers/${id}%`}`)],
  loan: [
    told(
      ({ id, user_id, reference, created_at }) => sql`
        n.user_id = ${user_id} and n.created_at >= ${created_at}
          and (n.link like ${`%${id}%`} or n.body like ${`%${reference}%`})
      `,
    ),
  ],
};
