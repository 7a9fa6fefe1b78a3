import type { Screen } from "./screen.ts";

/** Screens of companies. */
export const corporateScreens: readonly Screen[] = [];
