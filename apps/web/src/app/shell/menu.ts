import type { AccountType } from "@manilla/contract/accounts";
import type { Session } from "../../shared/session/session.ts";
import { mayOpen } from "../guards.ts";
import { addressesOf } from "../addresses.ts";
import { screens } from "../screens.gen.ts";
import { menuEntryOf, sections } from "../../shared/screens.ts";

export interface MenuItem {
  label: string;
  path: string;
  key: string | undefined;
}

/** A person's menu under one account type: only screens that they may open, in the specified order; no empty section. */
export function menuOf(session: Session, type: AccountType): { section: string; items: MenuItem[] }[] {
  const found = screens.flatMap((screen) => {
    const entry = menuEntryOf(screen, type);
    const path = addressesOf(screen)
      .find((address) => address.type === type)
      ?.path.replace(/\/:\w+\?.*$/, "");
    if (!entry || !path || !mayOpen(session, screen, type)) return [];
    if (type === "customer" && entry.when && entry.when !== session.staff_account_type) return [];
    return [{ ...entry, path, key: entry.key }];
  });
  return sections[type]
    .map((section) => ({
      section,
      items: found.filter((item) => item.section === section).toSorted((left, right) => left.order - right.order),
    }))
    .filter(({ items }) => items.length > 0);
}
