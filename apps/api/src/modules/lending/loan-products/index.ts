import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import type { ApprovalKind } from "../../../house/app.ts";
import type { Database, Tx } from "../../../db/database.ts";
import { Conflict, NotFound } from "../../../errors.ts";
import { hasPassed, its } from "../../platform/approvals/index.ts";
import { recordAudit } from "../../platform/audit/index.ts";
import { businessDate } from "../../platform/states/index.ts";
import type { Penalty, ProductVersion } from "./terms.ts";

export {
  type Fee,
  type Penalty,
  type ProductVersion,
  type Terms,
  firstDueDate,
  lateInWords,
  termsFromJson,
  termsOf,
  termsToJson,
} from "./terms.ts";

/** The terms that hold on a day: each product's newest version that has begun. */
export async function currentVersions(db: Database | Tx, on: string, plan_id?: string) {
  const { rows } = await sql<
    ProductVersion & {
      product_id: string;
      code: string;
      name: string;
      description: string;
      version_id: string;
      penalty: Penalty;
      grace_days: number;
      interest_on_overdue: boolean;
    }
  >`
    select distinct on (p.id) p.id as product_id, p.code, p.name, p.description, v.id as version_id, v.*
    from loan_products p join loan_product_versions v on v.product_id = p.id and v.valid_from <= ${on}::date
    where p.is_active and p.kind in ('personal', 'pay') ${plan_id ? sql`and p.id = ${plan_id}` : sql``}
    order by p.id, v.valid_from desc`.execute(db);
  return rows;
}

/** A product's version as the wire carries it (numbers, not bigint): approvals keep it as JSON. */
export interface VersionJson {
  valid_from: string;
  fees: unknown[];
  penalty: Record<string, unknown>;
  /** What an approval that was requested before there were these two lacks; the database's defaults hold then. */
  materiality?: Record<string, unknown>;
  allocation_order?: readonly string[];
  [field: string]: unknown;
}

const COLUMNS = [
  "valid_from",
  "annual_rate_percent",
  "method",
  "interest",
  "day_count",
  "minimum_principal_kobo",
  "maximum_principal_kobo",
  "minimum_instalments",
  "maximum_instalments",
  "rounding_multiple_kobo",
  "rounding_mode",
  "principal_grace",
  "follows_salary_day",
  "grace_days",
  "allocation_order",
  "settlement_interest",
  "interest_on_overdue",
  "bureau_reports_required",
  "flat_prepayment",
  "offer_valid_days",
] as const;

/** Adds the terms that hold from a date on. @throws Conflict when there are terms from that date already */
export async function insertVersion(
  tx: Tx,
  product_id: string,
  version: VersionJson,
  created_by: string | null,
): Promise<void> {
  const values = Object.fromEntries(
    COLUMNS.filter((name) => version[name] !== undefined).map((name) => [name, version[name]]),
  );
  const existing = await sql`
      select 1
      from loan_product_versions
      where product_id = ${product_id} and valid_from = ${version.valid_from}::date
    `.execute(tx);
  if (existing.rows.length > 0) throw new Conflict("This product already has terms from that date.", "version_exists");
  await tx
    .insertInto("loan_product_versions")
    .values({
      ...values,
      id: uuidv7(),
      product_id,
      fees: JSON.stringify(version.fees),
      penalty: JSON.stringify(version.penalty),
      materiality: JSON.stringify(version.materiality ?? {}),
      created_by,
    } as never)
    .execute();
}

/** A new product, once a second person has agreed. */
export const createProduct: ApprovalKind<
  VersionJson & { code: string; name: string; kind: string; description: string }
> = {
  permission: "provider:can_manage_loan_products",
  over: sql`exists (select 1 from loan_products p where p.code = a.payload ->> 'code')`,
  async execute(tx, context, { payload, maker_id }) {
    const { code, name, kind, description, ...version } = payload;
    const id = uuidv7();
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto("loan_products")
      .values({ id, code, name, kind, description })
      .onConflict((conflict) => conflict.column("code").doNothing())
      .executeTakeFirst();
    if (!numInsertedOrUpdatedRows) throw new Conflict("There is a product with this code already.", "code_taken");
    await insertVersion(tx, id, version, maker_id);
    await recordAudit(tx, context, "loan_product_created", ["loan_product", id], { after: payload });
    return undefined;
  },
};

/** New terms for a product, once a second person has agreed; running loans keep theirs. */
export const addProductVersion: ApprovalKind<VersionJson & { product_id: string }> = {
  permission: "provider:can_manage_loan_products",
  over: sql`${hasPassed} or exists (select 1 from loan_product_versions v
    where v.product_id = ${its("product_id")} and v.valid_from = (a.payload ->> 'valid_from')::date)`,
  async execute(tx, context, { payload, maker_id }) {
    const { product_id, ...version } = payload;
    const product = await tx.selectFrom("loan_products").select("id").where("id", "=", product_id).executeTakeFirst();
    if (!product) throw new NotFound("This product");
    if (version.valid_from < (await businessDate(tx)))
      throw new Conflict("The first day of these terms has passed. Ask again from a later day.", "day_passed");
    await insertVersion(tx, product_id, version, maker_id);
    await recordAudit(tx, context, "loan_product_version_added", ["loan_product", product_id], { after: payload });
    return undefined;
  },
};
