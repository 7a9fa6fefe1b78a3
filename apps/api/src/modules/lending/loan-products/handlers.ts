import { plainRate } from "@manilla/contract/formats";
import * as calls from "@manilla/contract/lending/loan-products";
import { day, exactPercent } from "@manilla/contract/formats";
import { sql } from "kysely";
import type { z } from "zod";
import type { Handlers } from "../../../house/app.ts";
import { countedOnce } from "../../../db/counted-once.ts";
import type { Database, Tx } from "../../../db/database.ts";
import { findRow } from "../../../db/row.ts";
import { InvalidFields, NotFound } from "../../../errors.ts";
import { requestApproval } from "../../platform/approvals/index.ts";
import { businessDate } from "../../platform/states/index.ts";

type Product = z.output<typeof calls.productRow>;
type Version = Product["versions"][number];

/** Contradictory bounds are reported at their field. */
function refuseContradictions(version: {
  minimum_principal_kobo: bigint;
  maximum_principal_kobo: bigint;
  minimum_instalments: number;
  maximum_instalments: number;
  method: string;
  interest: string;
  settlement_interest: string;
  interest_on_overdue: boolean;
}): void {
  const errors: Record<string, string[]> = {};
  if (version.maximum_principal_kobo < version.minimum_principal_kobo)
    errors.maximum_principal_kobo = ["this field has to be at least the smallest amount"];
  if (version.maximum_instalments < version.minimum_instalments)
    errors.maximum_instalments = ["this field has to be at least the smallest number of instalments"];
  if (version.interest === "daily" && version.method !== "declining")
    errors.interest = ["daily interest goes with the declining balance only"];
  if (version.interest_on_overdue && version.method === "flat")
    errors.interest_on_overdue = ["a flat loan earns what was agreed: choose interest on what is still owed"];
  else if (version.interest_on_overdue && version.settlement_interest === "to_period_end")
    errors.interest_on_overdue = ["this goes with interest to the day of payment only"];
  if (Object.keys(errors).length > 0) throw new InvalidFields(errors);
}

const inShort = (version: z.output<typeof calls.addVersion.body>): string =>
  `${exactPercent(version.annual_rate_percent)} a year, ${version.method.replaceAll("_", " ")}, from ${day(version.valid_from)}`;

/** What the new terms replace, field by field, for the person who decides. */
async function termsInForce(tx: Tx, product_id: string, on: string): Promise<Record<string, unknown> | undefined> {
  const { rows } = await sql<Record<string, unknown> & { annual_rate_percent: string }>`
    select product_id, valid_from, annual_rate_percent, method, interest, day_count, minimum_principal_kobo,
      maximum_principal_kobo, minimum_instalments, maximum_instalments, rounding_multiple_kobo, rounding_mode,
      principal_grace, follows_salary_day, fees, penalty, grace_days, materiality, allocation_order,
      settlement_interest, interest_on_overdue, bureau_reports_required, flat_prepayment, offer_valid_days
    from loan_product_versions
    where product_id = ${product_id} and valid_from <= ${on}::date
    order by valid_from desc
    limit 1
  `.execute(tx);
  return rows[0] && { ...rows[0], annual_rate_percent: plainRate(rows[0].annual_rate_percent) };
}

type Lent = Pick<Product, "loans" | "outstanding_kobo">;

async function lentByProduct(db: Database): Promise<Map<string, Lent>> {
  const { rows } = await sql<{ product_id: string; loans: bigint; outstanding_kobo: bigint }>`
    select product_id, count(*) as loans, coalesce(sum(outstanding_principal_kobo), 0)::bigint as outstanding_kobo
    from loans
    group by product_id
  `.execute(db);
  return new Map(
    rows.map(({ product_id, loans, outstanding_kobo }) => [product_id, { loans: Number(loans), outstanding_kobo }]),
  );
}
// The same for all of the provider's staff.
const lentOnce = countedOnce<{ lent: Map<string, Lent> }>();

export const handlers: Handlers<typeof calls> = {
  async listAll({ db, pool, left }) {
    const today = await businessDate(db);
    const { rows: products } = await sql<
      Omit<Product, "current" | "versions" | keyof Lent>
    >`select id, code, name, kind, description, is_active from loan_products order by name`.execute(db);
    const { lent } = await lentOnce({ pool, left }, async (reading) => ({ lent: await lentByProduct(reading) }));
    const { rows: versions } = await sql<
      Version & {
        product_id: string;
        fees: { kobo?: number }[];
        penalty: { kobo?: number; minimum_kobo?: number };
        materiality: { floor_kobo?: number };
      }
    >`
      select v.id, v.product_id, v.valid_from, v.annual_rate_percent, v.method, v.interest, v.day_count,
        v.minimum_principal_kobo, v.maximum_principal_kobo, v.minimum_instalments, v.maximum_instalments,
        v.rounding_multiple_kobo, v.rounding_mode, v.principal_grace, v.follows_salary_day, v.fees, v.penalty,
        v.grace_days, v.materiality, v.allocation_order, v.settlement_interest, v.interest_on_overdue,
        v.bureau_reports_required, v.flat_prepayment, v.offer_valid_days, v.created_at, u.full_name as created_by
      from loan_product_versions v
      left join users u on u.id = v.created_by
      order by v.valid_from desc
    `.execute(db);
    return {
      products: products.map((product) => {
        const own = versions
          .filter(({ product_id }) => product_id === product.id)
          .map(({ product_id: _, ...row }): Version => ({
            ...row,
            annual_rate_percent: plainRate(row.annual_rate_percent),
            fees: row.fees.map((fee) => calls.productFee.parse(fee)),
            penalty: calls.productPenalty.parse(row.penalty),
            materiality: calls.productMateriality.parse(row.materiality),
          }));
        return {
          ...product,
          ...(lent.get(product.id) ?? { loans: 0, outstanding_kobo: 0n }),
          versions: own,
          current: own.find(({ valid_from }) => valid_from <= today) ?? null,
        };
      }),
    };
  },

  create: (context, { body }) =>
    context.once(async (tx) => {
      refuseContradictions(body.version);
      const taken = await tx.selectFrom("loan_products").select("id").where("code", "=", body.code).executeTakeFirst();
      if (taken) throw new InvalidFields({ code: ["there is a product with this code already"] });
      const { version: terms, ...product } = body;
      return {
        approval_id: await requestApproval(tx, context, {
          kind: "create_loan_product",
          title: `New loan product: ${body.name}`,
          payload: { ...product, ...terms },
          reason: inShort(terms),
        }),
      };
    }),

  addVersion: (context, { params, body }) =>
    context.once(async (tx) => {
      refuseContradictions(body);
      const product = await findRow(tx, "loan_products", params.id, ["id", "name"]);
      if (!product) throw new NotFound("This product");
      if (body.valid_from < (await businessDate(tx)))
        throw new InvalidFields({ valid_from: ["terms cannot begin in the past"] });
      const before = await termsInForce(tx, product.id, body.valid_from);
      const title = `New terms for ${product.name} from ${day(body.valid_from)}`;
      return {
        approval_id: await requestApproval(tx, context, {
          kind: "add_loan_product_version",
          title,
          payload: { product_id: product.id, ...body },
          ...(before && { before }),
          reason: inShort(body),
        }),
      };
    }),
};
