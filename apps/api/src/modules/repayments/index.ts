/** The door of repayments: what other rooms may do with money that comes in and with schedules. */
export { type Channel, type Money, type Received, receive } from "./receive.ts";
export {
  LIVE_STATES, OPEN_ROWS, type RunningLoan, type ScheduleRow, dueAmount, insertSchedule, nextVersion, readRunningLoan, readSchedule, refreshLoan, settlementOf, suspendedPart,
} from "./schedule.ts";
