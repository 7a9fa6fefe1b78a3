/** A company that has drawn more of its line than this is looked at, in percent of the limit. */
export const LINE_USED_PERCENT = 90;
