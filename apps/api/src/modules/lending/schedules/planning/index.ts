/** The door of planning: what money, a day and a rescheduling make of a schedule, as values. Nothing here asks a database. */
export * from "./ahead.ts";
export * from "./apply.ts";
export * from "./late.ts";
export * from "./replay.ts";
export * from "./rescheduling.ts";
export * from "./working-schedule.ts";
