import type { Screen } from "./screen.ts";

/** Screens of personal customers. */
export const customerScreens: readonly Screen[] = [];
