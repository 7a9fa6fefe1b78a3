/** The title of a notice about an overdue instalment; the home page makes one of several. */
export const OVERDUE_NOTICE = "A repayment is overdue";
