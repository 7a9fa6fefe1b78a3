/** What people read of bills that are paid together. */
import { counted } from "@manilla/contract/formats";
import type { Message } from "../../platform/notifications/index.ts";

interface Facts {
  id: string;
  what: string;
  company_id: string | null;
}

/** Told only where something of it was not paid: each bill has its own word. */
export const leftOut = ({ id, what, company_id }: Facts, paid: number, left_out: number): Message => ({
  kind: "bill",
  link: `/${company_id ? "corporate" : "customer"}/bills/orders/${id}`,
  about: `bill_order:${id}`,
  title: `${what}: ${counted(left_out, "bill")} not paid`,
  body: `${paid > 0 ? `${counted(paid, "bill")} paid. ` : ""}Nothing was charged for the rest. The page says why of each.`,
  also: ["mail"],
});
