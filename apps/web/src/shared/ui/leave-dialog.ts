import { createContext } from "react";

/** Leaves the dialog in which something is drawn, as its cross does; undefined outside of one. */
export const LeaveDialog = createContext<(() => void) | undefined>(undefined);
