/** Said where a second person of the company agrees first. */
export const colleagueAsked = "Requested. A colleague decides in Approvals; nothing has changed yet.";
