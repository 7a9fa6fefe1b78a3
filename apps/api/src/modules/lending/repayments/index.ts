/** The door of repayments: how an instalment is shown in other lists. */
export { NOT_SUPERSEDED, ROW_SELECT } from "./queries.ts";
