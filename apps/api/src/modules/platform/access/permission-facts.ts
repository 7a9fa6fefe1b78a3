import { sentence } from "@manilla/contract/formats";

/** Permissions gained and lost, in words. */
export function factsOfPermissions(held: readonly string[], then: readonly string[], gained = "Permissions gained") {
  const words = (slugs: readonly string[], than: readonly string[]) =>
    slugs
      .filter((slug) => !than.includes(slug))
      .map((slug) => sentence((slug.split(":")[1] ?? slug).replace(/^can_/, "")))
      .join(", ") || "None";
  return [
    { label: gained, value: words(then, held) },
    ...(held.length > 0 ? [{ label: "Permissions lost", value: words(held, then) }] : []),
  ];
}
