/** Bills in the global search of the provider's staff: by reference, the provider's reference, or the number that was paid for. */
import { badge } from "@manilla/contract/badges";
import { naira } from "@manilla/contract/formats";
import { sql } from "kysely";
import type { Found, SearchSource } from "../../../house/app.ts";
import { MAX_FOUND, hasOperators } from "../../platform/search/index.ts";

const SEES = ["provider:can_refund_transactions", "provider:can_view_cash_configuration"] as const;

export const billSearch: SearchSource = {
  heading: "Bills",
  at: 32,
  async find({ db, session }, typed): Promise<Found[]> {
    const { words, id } = typed;
    const [word] = words;
    if (!SEES.some((one) => session.permissions.has(one)) || hasOperators(typed)) return [];
    if (!id && (words.length !== 1 || !word)) return [];
    const { rows } = await sql<{
      id: string;
      reference: string;
      service_name: string;
      person: string;
      total_kobo: bigint;
      status: string;
    }>`
      select b.id, b.reference, b.service_name, u.full_name as person, b.total_kobo, b.status
      from bills b
      join users u on u.id = b.user_id
      where ${
        id
          ? sql`b.id = ${id}::uuid`
          : sql`b.reference = upper(${word}) or b.provider_reference = ${word} or b.customer_no = ${word}`
      }
      order by b.created_at desc, b.id desc
      limit ${MAX_FOUND}
    `.execute(db);
    return rows.map((bill) => ({
      id: bill.id,
      label: `${bill.reference}, ${bill.service_name}`,
      detail: `${bill.person} · ${naira(bill.total_kobo)} · ${badge("bill", bill.status).label}`,
      link: `/admin/bills-transactions/${bill.id}`,
    }));
  },
};
