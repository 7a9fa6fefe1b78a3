/** The list declaration's types, and its constants without the server's schema library. */
export type { FilterDeclaration, FilterKind, ListDeclaration } from "@manilla/contract/page";

/** K021 and K022; url-state.test.ts holds them equal to the contract's. */
export const DEFAULT_PAGE_SIZE = 20;
export const PAGE_SIZES = [1, 2, 5, 10, 15, 20, 25, 50, 75, 100] as const;
