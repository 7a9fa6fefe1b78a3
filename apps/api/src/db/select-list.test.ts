import { expect, it } from "vitest";
import { expressionsOf } from "./select-list.ts";

it("knows each selected field by its name", () => {
  expect(
    expressionsOf(`
      l.id, p.name as product, coalesce(l.days, 0) as days,
      (select string_agg(x.name, ', ' order by x.id) from x where x.of = l.id) as names,
      json_build_object('id', u.id, 'name', u.name) as customer, l.status, o.status as status
    `),
  ).toEqual({
    id: "l.id",
    product: "p.name",
    days: "(coalesce(l.days, 0))",
    names: "((select string_agg(x.name, ', ' order by x.id) from x where x.of = l.id))",
    customer: "(json_build_object('id', u.id, 'name', u.name))",
    status: "l.status",
  });
});
