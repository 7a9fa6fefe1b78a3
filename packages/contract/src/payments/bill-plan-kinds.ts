/** What is bought by itself, and how often. No zod: the browser reads it. */
import { type BillKind, bringsToken } from "./bill-kinds.ts";

export const billPlanPeriods = { week: "Every week", month: "Every month" } as const;
export type BillPlanPeriod = keyof typeof billPlanPeriods;
export const billPlanPeriodNames = Object.keys(billPlanPeriods) as [BillPlanPeriod, ...BillPlanPeriod[]];

/** What may be bought without anybody looking: airtime, data and prepaid power. */
export const isAutomatic = (kind: BillKind, service: string): boolean =>
  kind === "airtime" || kind === "data" || (kind === "electricity" && bringsToken(kind, service));
