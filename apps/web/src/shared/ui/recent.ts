/** The records that somebody opened last, from a list or from the palette, which shows them first. */
import { remember, remembered } from "./device.ts";

export interface Recent {
  label: string;
  /** What it is. */
  detail: string;
  link: string;
}

const MAX_RECENT = 7;
const keyOf = (user_id: string, type: string): string => `recent.${user_id}.${type}`;

/** The last ones first. @param type the area of the account */
export const recentOf = (user_id: string, type: string): Recent[] => remembered<Recent[]>(keyOf(user_id, type), []);

export const rememberRecent = (user_id: string, type: string, item: Recent): void =>
  remember(
    keyOf(user_id, type),
    [item, ...recentOf(user_id, type).filter(({ link }) => link !== item.link)].slice(0, MAX_RECENT),
  );
