/** The version of the terms and the privacy notice: the day they were published. A changed text is a new version. */
export const termsVersion = "2026-11-22";
