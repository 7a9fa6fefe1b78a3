/** The door of repayments: what other rooms may do with money that comes in and with schedules. */
export { lockPerson, receive } from "./receive.ts";
export {
  LIVE_STATES,
  OPEN_ROWS,
  type ScheduleRow,
  insertSchedule,
  nextVersion,
  readRunningLoan,
  readSchedule,
  suspendedPart,
} from "./schedule.ts";
