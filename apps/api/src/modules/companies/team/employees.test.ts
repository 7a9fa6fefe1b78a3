import { dashboard } from "@manilla/contract/companies/companies";
import * as calls from "@manilla/contract/companies/team";
import { listOfCompany } from "@manilla/contract/lending/loans";
import { uuidv7 } from "uuidv7";
import { describe, expect, it } from "vitest";
import { useLendingWorld } from "../../../../../../test/world.ts";

const { api } = await useLendingWorld();

describe("a company's look at one of its people", () => {
  it("is for its own people only, and shows loans only to those who may see loans", async () => {
    const [one, other] = [uuidv7(), uuidv7()];
    for (const id of [one, other])
      await api.app.db
        .insertInto("companies")
        .values({ id, name: `Company ${id.slice(-4)}`, profile_completed_at: new Date(), unique_plan: "Growth" })
        .execute();
    const [hr, employee, stranger] = [
      await api.person("company_hr", { company_id: one }),
      await api.person("company_staff", { company_id: one, name: "Efe" }),
      await api.person("company_hr", { company_id: other }),
    ];
    const look = (token: string) => api.call(calls.find, { token, params: { id: employee.user_id } });
    expect((await look(hr.token)).body.data).toMatchObject({
      employee: {
        id: employee.user_id,
        name: "Efe",
        email: employee.email,
        roles: [{ slug: "company_staff" }],
        loans: [],
      },
    });
    expect((await look(stranger.token)).status).toBe(404);
    expect((await look(employee.token)).status).toBe(403);
    const home = async () => (await api.call(dashboard, { token: hr.token })).body.data;
    expect(await home()).toMatchObject({ loans_running: 0, loans_requested: 0, outstanding_kobo: 0 });
    await api.database.pool.query(
      `
        insert into user_permissions (user_id, permission, is_granted, changed_by)
        values ($1, 'company:can_view_loans', false, $1)
      `,
      [hr.user_id],
    );
    expect((await look(hr.token)).body.data).toMatchObject({ employee: { loans: null } });
    expect(await home(), "and none of their figures").toMatchObject({
      loans_running: null,
      loans_requested: null,
      outstanding_kobo: null,
    });
  });
});

describe("a company's look at its employees' loans", () => {
  it("shows those that are behind, of its own people only (A22)", async () => {
    const [company, employee] = [uuidv7(), await api.person("company_staff")];
    await api.app.db
      .insertInto("companies")
      .values({ id: company, name: "Late Foods", profile_completed_at: new Date(), unique_plan: "Growth" })
      .execute();
    const { rows } = await api.database.pool.query<{ id: string; reference: string }>(
      `
        with p as (
          insert into loan_products (id, code, name) values (gen_random_uuid(), 'late', 'Late loan') returning id
        ),
          v as (
            insert into loan_product_versions (
              id, product_id, valid_from, annual_rate_percent, method, minimum_principal_kobo, maximum_principal_kobo,
              minimum_instalments, maximum_instalments
            )
            select gen_random_uuid(), id, '2020-01-01', 24, 'declining', 1, 1000000, 1, 60
            from p
            returning id, product_id
          )
        insert into loans (
          id, reference, user_id, company_id, product_id, product_version_id, status, days_past_due,
          requested_principal_kobo, requested_instalments, principal_kobo, instalment_count, annual_rate_percent,
          terms
        )
        select gen_random_uuid(), 'LATE-' || days, $1, $2, v.product_id, v.id, 'past_due', days, 1, 1, 1, 1, 24, '{}'
        from v
        cross join generate_series(0, 1) days
        returning id, reference
      `,
      [employee.user_id, company],
    );
    const loan = rows.find(({ reference }) => reference === "LATE-1")?.id;
    const behind = async (company_id: string) =>
      (
        await api.call(listOfCompany, {
          token: (await api.person("company_hr", { company_id })).token,
          query: { filter: JSON.stringify({ days_past_due: { min: 1 } }) },
        })
      ).body.datatable as { items: { id: string }[] };
    expect((await behind(company)).items.map(({ id }) => id)).toEqual([loan]);
    const other = uuidv7();
    await api.app.db
      .insertInto("companies")
      .values({ id: other, name: "Another company", profile_completed_at: new Date(), unique_plan: "Growth" })
      .execute();
    expect((await behind(other)).items).toEqual([]);
  });
});
