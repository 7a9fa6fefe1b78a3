/** The door of the issuer's settlement: its files are read. */
export { readSettlements } from "./reading.ts";
