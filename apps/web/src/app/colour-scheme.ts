import { localStorageColorSchemeManager } from "@mantine/core";

/** The chosen scheme, under the name that colour-scheme.js reads before the first paint. */
export const colourSchemes = localStorageColorSchemeManager({ key: "manilla.colour-scheme" });
