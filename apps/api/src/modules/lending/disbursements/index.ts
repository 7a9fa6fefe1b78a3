/** The door of disbursements. */
export { disburse } from "./batch.ts";
export { undisburse } from "./undisburse.ts";
