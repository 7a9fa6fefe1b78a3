/** Said where somebody is invited whose rights a second person of the company agrees to first. */
export const askedBeside = "Invited as an employee. Another administrator decides about the rights in Approvals.";
/** Said where a second person of the company agrees first. */
export const colleagueAsked = "Requested. A colleague decides in Approvals; nothing has changed yet.";
