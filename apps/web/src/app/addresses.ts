import { type AccountType, accountTypes } from "@manilla/contract/accounts";
import type { Screen } from "../shared/screens.ts";

/** The account types under which a screen has an address. */
export const typesOf = (screen: Screen): readonly AccountType[] =>
  Array.isArray(screen.audience) ? accountTypes.filter((type) => screen.audience.includes(type as never)) : [];

/** The addresses of a screen as the router knows them: one for each account type, or the one it has. */
export function addressesOf(screen: Screen): { path: string; type: AccountType | undefined }[] {
  const routed = screen.path.replace(/\{(\w+)(\??)\}/g, (whole, name: string, optional: string) =>
    name === "accountType" ? whole : `:${name}${optional}`,
  );
  if (!routed.includes("{accountType}")) return [{ path: routed, type: undefined }];
  return typesOf(screen).map((type) => ({ path: routed.replace("{accountType}", type), type }));
}
