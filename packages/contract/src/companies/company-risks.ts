/** A line drawn beyond this is a risk, in percent of its limit. */
export const LINE_USED_PERCENT = 90;
