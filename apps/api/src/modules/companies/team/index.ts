/** The door of a company's team. */
export { invitation } from "./messages.ts";
export { type Seats, lockTeam, seatsOf } from "./seats.ts";
