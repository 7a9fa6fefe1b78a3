/** The door of disbursements. */
export { disburse } from "./batch.ts";
export { undisburse, undisburseLoan } from "./undisburse.ts";
