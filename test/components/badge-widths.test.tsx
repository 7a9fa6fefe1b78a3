/** Each status column of a list is wide enough for its longest label. */
import { badge, type BadgeKind, badgeKinds, statusesOf } from "@manilla/contract/badges";
import { expect, it } from "vitest";
import { page } from "vitest/browser";
import { StatusBadge } from "../../apps/web/src/shared/ui/badge.tsx";
import { show } from "./stage.tsx";

const sources = import.meta.glob<string>("../../apps/web/src/features/**/*.{ts,tsx}", {
  query: "?raw",
  import: "default",
  eager: true,
});
/** A cell keeps 12 px at the left; what a status takes of the 12 at the right is seen, and 2 are left to the next column. */
const MARGIN = 14;

it("are never cut: each column of a status is as wide as its longest word", async () => {
  const longest = new Map<BadgeKind, [label: string, width: number]>();
  await show(
    badgeKinds.map((kind) => (
      <div key={kind} data-kind={kind}>
        {statusesOf(kind).map((status) => (
          <StatusBadge key={status} kind={kind} status={status} />
        ))}
      </div>
    )),
  );
  await expect.element(page.getByText(badge("bill", "unknown").label)).toBeVisible();
  await document.fonts.ready;
  for (const group of document.querySelectorAll<HTMLElement>("[data-kind]")) {
    const widths = [...group.children].map((each) => [each.textContent, each.getBoundingClientRect().width] as const);
    const widest = widths.toSorted((a, b) => b[1] - a[1])[0];
    if (widest) longest.set(group.dataset["kind"] as BadgeKind, [...widest]);
  }
  const columns = Object.entries(sources).flatMap(([file, text]) =>
    [...text.matchAll(/\{[^{}]*\bbadge: "(?<kind>[\w-]+)"[^{}]*\bwidth: (?<width>\d+)[^{}]*\}/gs)].map((match) => ({
      file: file.replace(/^.*features\//, ""),
      kind: match.groups?.["kind"] as BadgeKind,
      width: Number(match.groups?.["width"]),
    })),
  );
  expect(columns.length).toBeGreaterThan(45);
  const cut = columns.flatMap(({ file, kind, width }) => {
    const [label = "", needed = 0] = longest.get(kind) ?? [];
    return needed + MARGIN > width ? [`${file}: ${kind} ${width}, "${label}" takes ${Math.ceil(needed + MARGIN)}`] : [];
  });
  expect(cut).toEqual([]);
});
