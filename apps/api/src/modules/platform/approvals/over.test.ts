/** Each kind of request says what makes it stale; what is stale is withdrawn by itself. That it holds for what was carried out: test/approval-pages.ts. */
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { expect, it } from "vitest";
import { useTestApi } from "../../../../../../test/world.ts";
import { isOver, withdrawOver } from "./withdrawing.ts";

const api = await useTestApi();
const { db, house } = api.app;
const kinds = [...house.approvals];
const maker = await api.person("super_admin");

/** These wait for their request alone. */
const NEVER = ["bring_in_loans", "remit_vat"];
/** What ends these has happened; that what they are about is not there does not say it. */
const HAPPENED = [
  "give_reward",
  "debit_cash",
  "set_limit",
  "set_cash_limit",
  "erase_person",
  "change_roles",
  "change_company_permissions",
  "change_role_permissions",
  "create_loan_product",
  "add_loan_product_version",
  "invite_colleague",
  "change_configuration",
  "change_cash_limits",
  "change_partner_terms",
  "change_dollar_terms",
  "set_bill_terms",
  "record_receipt",
  "fund_wallet",
  "set_aside",
  "claim_receipt",
];

it("says of every kind what makes it stale, in one statement that the database understands", async () => {
  expect(kinds.flatMap(([kind, { over }]) => (over ? [] : [kind])).toSorted()).toEqual(NEVER);
  // About nothing that there is.
  const payload = Object.fromEntries(
    ["id", "user_id", "card_id", "loan_id", "payout_id", "item_id", "line_item_id", "case_id", "bill_id", "claim_id"]
      .concat(["transfer_id", "batch_id", "raise_id", "request_id", "company_id", "application_id", "secure_card_id"])
      .concat(["payment_id", "receipt_id", "repayment_id", "rule_set_id", "communication_id", "value_id", "product_id"])
      .map((member) => [member, uuidv7()]),
  );
  for (const [kind] of kinds) {
    const more = { loan_ids: [], repayment_ids: [], valid_from: "2999-01-01", is_sold: true, is_offered: true };
    const row = { id: uuidv7(), kind, title: kind, payload: JSON.stringify({ ...payload, ...more }) };
    await db
      .insertInto("approvals")
      .values({ ...row, maker_id: maker.user_id })
      .execute();
  }
  const { rows } = await sql<{ kind: string }>`
    select kind from approvals a where not ${isOver(house)} order by kind
  `.execute(db);
  const kept = rows.map(({ kind }) => kind);
  expect(kept.filter((kind) => ![...NEVER, ...HAPPENED].includes(kind))).toEqual([]);
});

it("withdraws it, notifies its maker of the reason, and leaves what was decided or still holds", async () => {
  await api.database.pool.query("delete from approvals");
  const stale = { id: uuidv7(), kind: "give_up_refund", title: "Give up a refund", maker_id: maker.user_id };
  const payload = JSON.stringify({ payout_id: uuidv7() });
  const decided = { ...stale, id: uuidv7(), status: "declined", payload };
  const valid = { ...stale, id: uuidv7(), kind: "remit_vat", payload: "{}" };
  await db
    .insertInto("approvals")
    .values([{ ...stale, status: "pending", payload }, decided, { ...valid, status: "pending" }])
    .execute();
  await Promise.all([withdrawOver(api.app), withdrawOver(api.app)]);
  const states = await db.selectFrom("approvals").select(["id", "status"]).orderBy("id").execute();
  expect(states).toEqual([
    { id: stale.id, status: "withdrawn" },
    { id: decided.id, status: "declined" },
    { id: valid.id, status: "pending" },
  ]);
  const told = await db
    .selectFrom("notifications")
    .select("body")
    .where("user_id", "=", maker.user_id)
    .where("title", "=", "Your request was withdrawn")
    .execute();
  expect(told).toEqual([{ body: expect.stringContaining("nothing is left to decide") }]);
});
