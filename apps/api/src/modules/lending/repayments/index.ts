/** The door of repayments: what other rooms may do with schedules. */
export { LIVE_STATES, OPEN_ROWS, type ScheduleRow, suspendedPart } from "./running-loan.ts";
export { insertSchedule, nextVersion, readRunningLoan, readSchedule } from "./schedule.ts";
