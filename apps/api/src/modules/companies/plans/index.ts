/** The door of plans: what companies choose from, and who holds a place of one. */
export { type Plan, readPlans } from "./plans.ts";
export { type Seats, lockTeam, seatsOf } from "./seats.ts";
