/** The screen that somebody was just kept from: the guard leads to the root, as specified (S015), and the root says why. */
let denied: string | undefined;

/** @param title of the screen that may not be opened */
export const deny = (title: string): void => void (denied = title);
/** Said once: the next visit of the root leads home again. */
export const deniedScreen = (): string | undefined => denied;
export const forgetDenied = (): void => void (denied = undefined);
