/** What the dialog tells of each request before several are approved together: no rehearsal, only what its kind shows. */
import type * as calls from "@manilla/contract/platform/approvals";
import type { z } from "zod";
import type { Context } from "../../../house/app.ts";

type Glance = z.output<typeof calls.glance.response>["requests"][number];
const SHOWN_PAYEES = 3;
/** Facts that say who is paid and where. */
const WHERE = [
  "To",
  "Account",
  "Goes back to",
  "At",
  "Bank",
  "Paid into",
  "Paid from the wallet of",
  "Given to",
  "Holder",
];

/** Those of these requests that are there, in the order of the ids. */
export async function glanceAt(context: Context, ids: readonly string[]): Promise<Glance[]> {
  const rows = await context.db
    .selectFrom("approvals")
    .select(["id", "kind", "title", "amount_kobo", "payload", "maker_id"])
    .where("id", "in", [...ids])
    .execute();
  const glances: Glance[] = [];
  for (const id of ids) {
    const row = rows.find((each) => each.id === id);
    if (!row) continue;
    const { title, amount_kobo, kind, maker_id } = row;
    const asked = { id, payload: row.payload as Record<string, unknown>, maker_id };
    const shown = await context.house.approvals.get(kind)?.shows?.(context, asked);
    const { payees = [], facts = [], papers } = shown ?? {};
    const more = payees.length - SHOWN_PAYEES;
    glances.push({
      id,
      title,
      amount_kobo,
      lines: [
        ...payees
          .slice(0, SHOWN_PAYEES)
          .map(
            ({ person, bank_name, account_no, account_name, is_same_name }) =>
              `${person.name}: ${bank_name}, ${account_no}, at the bank ${account_name}${is_same_name ? "" : " (differs)"}`,
          ),
        ...(more > 0 ? [`and ${more} more`] : []),
        ...facts.filter(({ label }) => WHERE.includes(label)).map(({ label, value }) => `${label}: ${value}`),
      ],
      names_differ: payees.filter(({ is_same_name }) => !is_same_name).length,
      has_evidence: papers ? papers.length > 0 : null,
    });
  }
  return glances;
}
