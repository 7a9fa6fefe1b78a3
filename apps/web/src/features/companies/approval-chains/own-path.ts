import { accountTypeOf } from "../../../shared/session/session.ts";

/** An address of the account that one is in: administrators and heads of departments share these screens. */
export const ownPath = (path: string): string => `/${accountTypeOf(location.pathname) ?? "corporate"}${path}`;
