/** Work of other desks of the demo: complaints, a disputed card payment, and a report by a schedule. */
import * as cardDisputes from "@manilla/contract/cards/card-disputes";
import * as complaints from "@manilla/contract/people/complaints";
import * as reports from "@manilla/contract/platform/reports";
import { sql } from "kysely";
import type { App } from "../src/house/app.ts";
import { getRow } from "../src/db/row.ts";
import { drawPaper } from "./customer-papers.ts";
import type { Door } from "./door.ts";
import { emailOf } from "./people.ts";

/** [number of the sandbox's person, what about, in their words, what support answered, how it ended] */
const COMPLAINTS = [
  [57, "missing_payment", "I paid ₦20,000 at the counter on Monday and my loan does not show it."],
  [
    62,
    "wrong_charge",
    "The penalty of September was taken although I paid on the day itself. Please look at it.",
    "Your payment came at 23:50 and was booked the next day. We are asking finance to book it on its day.",
  ],
  [
    66,
    "staff_conduct",
    "Somebody rang me at seven in the morning about an instalment that was not due yet.",
    "We are sorry. Nobody rings before eight; your colleague's list showed the wrong hour.",
    "The hours of the call list are corrected, and we rang you to say so.",
  ],
] as const;

async function leaveComplaints(door: Door, emailAt: (number: number) => string): Promise<void> {
  const support = await door.as(emailOf("super_support"));
  for (const [number, category, text, answer, outcome] of COMPLAINTS) {
    const body = { category, text };
    const { complaint } = await door.call(complaints.complain, await door.as(emailAt(number)), { body });
    const params = { id: complaint.id };
    if (answer) {
      await door.call(complaints.assign, support, { params, body: {} });
      await door.call(complaints.answer, support, { params, body: { text: answer } });
    }
    if (outcome) await door.call(complaints.resolve, support, { params, body: { text: outcome } });
  }
}

/** A holder disputes what a shop took from their company's card. */
async function leaveCards(app: App, door: Door): Promise<void> {
  const { rows } = await sql<{ capture_id: string; email: string; amount_kobo: string }>`
    select c.id as capture_id, u.email, c.amount_kobo::text
    from card_captures c
    join cards a on a.id = c.card_id
    join users u on u.id = a.user_id
    where a.company_id is not null and c.amount_kobo > 0
    order by c.happened_at desc, c.id
    limit 1
  `.execute(app.db);
  const [taken] = rows;
  if (!taken) return;
  const holder = await door.as(taken.email);
  await door.call(cardDisputes.open, holder, {
    params: { id: taken.capture_id },
    body: { reason: "wrong_amount", amount_kobo: taken.amount_kobo, text: "The receipt says less than the shop took." },
    file: { name: "receipt.png", media_type: "image/png", bytes: await drawPaper("Receipt of the shop") },
  });
}

/** Who owes and is late, sent to two colleagues each Monday. */
async function leaveReport(app: App, door: Door): Promise<void> {
  const { id: second } = await getRow(app.db, "users", { email: emailOf("super_risk", 1) }, ["id"]);
  await door.call(reports.create, await door.as(emailOf("super_risk")), {
    body: {
      name: "Defaulters of the week",
      list: "/admin/personal/repayments/defaults",
      query: {},
      group_by: [],
      measures: [],
      format: "xlsx",
      recipients: [second],
      schedule: { repeat: "week", weekdays: [1], month_day: null, hour: 8 },
    },
  });
}

/** @param emailAt the address of a person of the sandbox by their number */
export async function leaveDesk(app: App, door: Door, emailAt: (number: number) => string): Promise<void> {
  await leaveComplaints(door, emailAt);
  await leaveCards(app, door);
  await leaveReport(app, door);
}
