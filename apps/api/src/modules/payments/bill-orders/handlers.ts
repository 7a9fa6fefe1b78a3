import { isVerified } from "@manilla/contract/payments/bill-kinds";
import * as calls from "@manilla/contract/payments/bill-orders";
import type { z } from "zod";
import type { Tx } from "../../../db/database.ts";
import { InvalidFields, NotFound } from "../../../errors.ts";
import type { Context, Handlers } from "../../../house/app.ts";
import { type ToPay, localPhone, verified } from "../bills/index.ts";
import { readNumbers } from "./reading.ts";
import { orderForCompany } from "./company.ts";
import { checkMany, orderMany } from "./many.ts";
import { findOrder, listOfCompany, orderDetail } from "./queries.ts";

const required = (field: string) => new InvalidFields({ [field]: ["this field is required"] });

/** What is requested, as a bill: a number that the caller has verified, or a phone. @throws InvalidFields, NotFound */
async function toPay(tx: Tx, { session }: Context, asked: z.output<typeof calls.request.body>): Promise<ToPay> {
  const { kind, amount_kobo, is_again = false } = asked;
  const item = asked.item ?? "any";
  const money = { item, amount_kobo, paid_from: "company", is_again } as const;
  if (isVerified(kind)) {
    if (!asked.verified_id) throw required("verified_id");
    const { name, ...owner } = await verified(tx, session.user_id, asked.verified_id);
    if (owner.kind !== kind) throw new NotFound("This number, as you verified it,");
    return { ...owner, ...money, customer_name: name };
  }
  if (!asked.phone) throw required("phone");
  if (!asked.service) throw required("service");
  return { kind, service: asked.service, customer_no: localPhone(asked.phone), customer_name: null, ...money };
}

export const handlers: Handlers<typeof calls> = {
  read: (context) => readNumbers(context),
  check: (context, { body }) => context.db.transaction().execute((tx) => checkMany(tx, context, body)),
  buyMany: (context, { body }) =>
    context.once(async (tx) => {
      const { id, approval_id } = await orderMany(tx, context, body);
      return { order: await findOrder(tx, context, id), approval_id };
    }),
  listOfCompany,
  find: (context, { params }) => orderDetail(context, params.id),
  request: (context, { body }) =>
    context.once(async (tx) => {
      const { id, approval_id } = await orderForCompany(tx, context, [await toPay(tx, context, body)]);
      return { order: await findOrder(tx, context, id), approval_id };
    }),
};
