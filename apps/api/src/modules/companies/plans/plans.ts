/** The plans that companies choose from; prices in kobo a month. A change of price is a row in `configuration` (`company_plans`). */
import type { Database, Tx } from "../../../db/database.ts";
import { findRow } from "../../../db/row.ts";

export interface Plan {
  code: string;
  name: string;
  description: string;
  monthly_kobo: number;
  seats: number;
}

const DEFAULT_PLANS: readonly Plan[] = [
  {
    code: "starter",
    name: "Starter",
    description: "Up to 10 employees: their loans, your wallet, what is spent and who agrees to it.",
    monthly_kobo: 1_500_000,
    seats: 10,
  },
  {
    code: "growth",
    name: "Growth",
    description: "Up to 100 employees, with the same features.",
    monthly_kobo: 7_500_000,
    seats: 100,
  },
  {
    code: "enterprise",
    name: "Enterprise",
    description: "Up to 5,000 employees, with the same features.",
    monthly_kobo: 35_000_000,
    seats: 5_000,
  },
];

/** The configured plans, or those that the product ships with. */
export async function readPlans(db: Database | Tx): Promise<readonly Plan[]> {
  const row = await findRow(db, "configuration", { key: "company_plans" }, ["value"]);
  return row ? (row.value as unknown as Plan[]) : DEFAULT_PLANS;
}
