import * as calls from "@manilla/contract/platform/search";
import type { Handlers } from "../../../house/app.ts";
import { businessDate } from "../states/index.ts";
import { readTyped } from "./typed.ts";

export const handlers: Handlers<typeof calls> = {
  async search(context, { query }) {
    const typed = readTyped(query.q, await businessDate(context.db));
    const groups = await Promise.all(
      context.house.search.map(async ({ heading, find }) => ({ noun: heading, items: await find(context, typed) })),
    );
    return { groups: groups.filter(({ items }) => items.length > 0) };
  },
};
