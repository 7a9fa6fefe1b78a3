import * as calls from "@manilla/contract/growth/cashback";
import { sql } from "kysely";
import { defineList } from "../../../db/list.ts";
import type { Handlers } from "../../../house/app.ts";
import { requireCustomer } from "../../people/people/index.ts";

const ROW = `
  c.id, c.bill_id, c.reference, c.what, c.paid_kobo, c.amount_kobo, c.taken_back_kobo, c.owed_kobo, c.earned_at, c.refunded_at
`;
const own = {
  from: "cashbacks c",
  select: ROW,
  columns: { is_refunded: "(c.refunded_at is not null)" },
  id: "c.id",
  search: ["folded(c.reference)", "folded(c.what)"],
} as const;

const listAll = defineList(calls.listAll, {
  ...own,
  from: "cashbacks c join users u on u.id = c.user_id",
  rows_of: "cashbacks c",
  select: `${ROW}, c.user_id, u.full_name as person`,
});
const ofPerson = defineList(calls.ofPerson, own);
const listOwn = defineList(calls.listOwn, own);

export const handlers: Handlers<typeof calls> = {
  listAll,
  async ofPerson({ db }, { params: { id } }) {
    await requireCustomer(db, id);
    return ofPerson.scoped(sql`c.user_id = ${id}`);
  },
  listOwn: ({ session }) => listOwn.scoped(sql`c.user_id = ${session.user_id}`),
};
