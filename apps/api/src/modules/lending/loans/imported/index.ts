/** The door of loans that ran elsewhere before. */
export { bookImportedLoans } from "./booking.ts";
export { applicantOf, bookingOf, employeeOf, newestMonth } from "./lending-club.ts";
