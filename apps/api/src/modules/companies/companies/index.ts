/** The door of companies: the plans that they choose from. */
export { type Plan, readPlans } from "./plans.ts";
