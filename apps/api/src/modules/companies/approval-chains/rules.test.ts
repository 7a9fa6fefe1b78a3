import type { Approver, ChainStep } from "@manilla/contract/companies/chain-steps";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type Asked,
  type Decider,
  type Subject,
  appliesTo,
  isAgreed,
  isOverdue,
  nextStep,
  splitBeside,
  stepsFor,
  workingDays,
  wrongWith,
} from "./rules.ts";

const step = (values: Partial<ChainStep> = {}): ChainStep => ({
  name: "Finance",
  department_ids: [],
  category_ids: [],
  requester_ids: [],
  approvers: [{ who: "role", role: "company_finance_manager" }],
  need: "any",
  ...values,
});
const subject = (values: Partial<Subject> = {}): Subject => ({
  amount_kobo: 100n,
  requester_id: "r",
  payee_id: null,
  department_ids: ["sales"],
  category_ids: [],
  ...values,
});
const person = (user_id: string, values: Partial<Decider> = {}): Decider => ({
  user_id,
  roles: [],
  is_manager: false,
  is_head: false,
  ...values,
});
const asked = (approver_id: string, values: Partial<Asked> = {}): Asked => ({
  approver_id,
  because: "chain",
  has_agreed: false,
  is_removed: false,
  ...values,
});

describe("the steps of a request", () => {
  it("are those whose every condition it meets, in their order", () => {
    const [small, large, sales] = [
      step({ name: "small", below_kobo: 500n }),
      step({ name: "large", from_kobo: 500n }),
      step({ name: "sales", department_ids: ["sales"] }),
    ];
    const names = (values: Partial<Subject>) =>
      stepsFor([small, large, sales], subject(values)).map(({ name }) => name);
    expect(names({})).toEqual(["small", "sales"]);
    expect(names({ amount_kobo: 500n, department_ids: ["production"] })).toEqual(["large"]);
    expect(names({ amount_kobo: null, department_ids: [] }), "no band without an amount").toEqual([]);
    expect(appliesTo(step({ requester_ids: ["x"] }), subject())).toBe(false);
    expect(appliesTo(step({ category_ids: ["c"] }), subject({ category_ids: ["c"] }))).toBe(true);
  });

  it("cover every amount once where bands meet", () => {
    fc.assert(
      fc.property(fc.bigInt(1n, 10_000n), fc.bigInt(0n, 20_000n), (band, amount_kobo) => {
        const steps = [step({ below_kobo: band }), step({ from_kobo: band })];
        expect(stepsFor(steps, subject({ amount_kobo }))).toHaveLength(1);
      }),
    );
  });
});

const ids = ["r", "p", "a", "b", "c"] as const;
const anyApprover: fc.Arbitrary<Approver> = fc.oneof(
  fc.constantFrom<Approver>({ who: "manager" }, { who: "department_head" }),
  fc
    .constantFrom("company_super_admin" as const, "company_finance_manager" as const)
    .map((role) => ({ who: "role" as const, role })),
  fc.constantFrom(...ids).map((user_id) => ({ who: "person" as const, user_id })),
);
const anyStep = fc
  .record({
    approvers: fc.array(anyApprover, { minLength: 1, maxLength: 3 }),
    need: fc.constantFrom("any" as const, "all" as const),
  })
  .map((values) => step(values));
const anyPeople = fc.uniqueArray(
  fc.record({
    user_id: fc.constantFrom<string>(...ids),
    roles: fc.subarray(["company_super_admin", "company_finance_manager"]),
    is_manager: fc.boolean(),
    is_head: fc.boolean(),
  }),
  { selector: ({ user_id }) => user_id },
);

describe("who must decide next", () => {
  it("is never who asked or is paid, never nobody unseen, and no step is left out", () => {
    fc.assert(
      fc.property(fc.array(anyStep, { maxLength: 4 }), anyPeople, fc.boolean(), (steps, people, pays) => {
        const about = subject({ payee_id: pays ? "p" : null });
        for (let position = -1; position < steps.length; position += 1) {
          const next = nextStep(steps, position, about, people);
          if (position + 1 === steps.length) expect(next).toBe("agreed");
          else if (next === "nobody")
            expect(
              people.some(
                ({ user_id, roles }) =>
                  roles.includes("company_super_admin") && user_id !== "r" && user_id !== about.payee_id,
              ),
            ).toBe(false);
          else {
            if (next === "agreed") throw new Error("a step was left out");
            expect(next.position).toBe(position + 1);
            expect(next.asked.length).toBeGreaterThan(0);
            expect(next.asked.every(({ user_id }) => user_id !== "r" && user_id !== about.payee_id)).toBe(true);
            expect(new Set(next.asked.map(({ user_id }) => user_id)).size).toBe(next.asked.length);
          }
        }
      }),
    );
  });

  it("is an administrator where the chain's own are gone", () => {
    const admin = person("a", { roles: ["company_super_admin"] });
    expect(nextStep([step({ approvers: [{ who: "person", user_id: "gone" }] })], -1, subject(), [admin])).toEqual({
      position: 0,
      asked: [{ user_id: "a", because: "stand_in" }],
      counted: [],
    });
    const both = step({ need: "all", approvers: [{ who: "manager" }, { who: "person", user_id: "gone" }] });
    expect(nextStep([both], -1, subject(), [admin, person("m", { is_manager: true })])).toEqual({
      position: 0,
      asked: [
        { user_id: "m", because: "chain" },
        { user_id: "a", because: "stand_in" },
      ],
      counted: [],
    });
  });

  it("asks nobody twice: who agreed before counts where nobody else is asked, or where each has to agree", () => {
    const of = (...user_ids: string[]) => user_ids.map((user_id) => ({ who: "person" as const, user_id }));
    const people = [person("a"), person("b"), person("s", { roles: ["company_super_admin"] })];
    const counts = (values: Partial<ChainStep>, own: string[], spent: string[] = []) => {
      const next = nextStep([step(), step(values)], 0, subject(), people, { own, spent });
      if (typeof next === "string") return next;
      return [next.asked, next.counted].map((those) => those.map(({ user_id }) => user_id).join());
    };
    expect(counts({ approvers: of("a") }, ["a"])).toEqual(["", "a"]);
    expect(counts({ approvers: of("a", "b") }, ["a"]), "another must").toEqual(["b", ""]);
    expect(counts({ approvers: of("a", "b") }, ["a", "b"])).toEqual(["", "a,b"]);
    expect(counts({ approvers: of("a", "b"), need: "all" }, ["a"])).toEqual(["b", "a"]);
    expect(counts({ approvers: of("a", "b"), need: "all" }, [], ["a"]), "in place of somebody before").toEqual([
      "b,s",
      "",
    ]);
    expect(counts({ approvers: of("a") }, ["b"], ["a"])).toEqual(["s", ""]);
    expect(counts({ approvers: of("gone") }, ["s"]), "once more, by hand: nobody else is left").toEqual(["s", ""]);
    people.push(person("t", { roles: ["company_super_admin"] }));
    expect(counts({ approvers: of("gone") }, ["s"])).toEqual(["t", ""]);
    expect(counts({ approvers: of("gone", "a"), need: "all" }, ["a"], ["s"])).toEqual(["t", "a"]);
    people.splice(2);
    expect(counts({ approvers: of("a") }, ["b"], ["a"]), "never nobody").toEqual(["a", ""]);
  });

  it("whatever was agreed before: a step has agreed by that alone only where nobody is asked", () => {
    fc.assert(
      fc.property(
        anyStep,
        anyPeople,
        fc.subarray<string>([...ids]),
        fc.subarray<string>([...ids]),
        (one, people, own, of) => {
          const before = { own, spent: of.filter((id) => !own.includes(id)) };
          const about = subject({ payee_id: "p" });
          const next = nextStep([step(), one], 0, about, people, before);
          expect(next === "nobody").toBe(nextStep([step(), one], 0, about, people) === "nobody");
          if (typeof next === "string") return;
          const here = [...next.asked, ...next.counted.map((each) => ({ ...each, has_agreed: true }))];
          const those = here.map(({ user_id, ...each }) => asked(user_id, each));
          expect(isAgreed(one.need, those)).toBe(next.asked.length === 0);
          expect(next.counted.every(({ user_id }) => own.includes(user_id))).toBe(true);
          expect(new Set(here.map(({ user_id }) => user_id)).size, "each in one place").toBe(here.length);
          const isAgain = ({ user_id }: { user_id: string }) => [...own, ...before.spent].includes(user_id);
          for (const why of ["chain", "stand_in"]) {
            const group = next.asked.filter(({ because }) => because === why);
            expect(group.every(isAgain) || !group.some(isAgain), "again only where nobody else is left").toBe(true);
          }
        },
      ),
    );
  });
});

describe("a step", () => {
  it("has agreed when one of any, or each of all, has", () => {
    expect(isAgreed("any", [asked("a", { has_agreed: true }), asked("b")])).toBe(true);
    expect(isAgreed("all", [asked("a", { has_agreed: true }), asked("b")])).toBe(false);
    expect(isAgreed("all", [asked("a", { has_agreed: true }), asked("b", { is_removed: true })])).toBe(true);
    expect(isAgreed("all", [asked("a"), asked("b", { has_agreed: true, because: "escalated" })])).toBe(true);
    expect(isAgreed("all", [asked("a", { has_agreed: true }), asked("b", { because: "stand_in" })])).toBe(false);
  });

  it("has never agreed before somebody did", () => {
    const anyAsked = fc.record({
      approver_id: fc.constantFrom<string>(...ids),
      because: fc.constantFrom("chain" as const, "escalated" as const, "rerouted" as const, "stand_in" as const),
      has_agreed: fc.boolean(),
      is_removed: fc.boolean(),
    });
    const held = fc.check(
      fc.property(fc.constantFrom("any" as const, "all" as const), fc.array(anyAsked), (need, rows) => {
        const present = rows.filter(({ is_removed }) => !is_removed);
        const [somebody, everybody] = [
          present.some(({ has_agreed }) => has_agreed),
          present.length > 0 && present.every(({ has_agreed }) => has_agreed),
        ];
        return isAgreed(need, rows) ? somebody : !everybody;
      }),
    );
    expect(held.failed, JSON.stringify(held.counterexample)).toBe(false);
  });

  it("waits by working days", () => {
    expect(workingDays("2026-11-20", "2026-11-23"), "a Friday's request on Monday").toBe(1);
    expect(workingDays("2026-11-23", "2026-11-30")).toBe(5);
    const late = step({ escalate_after_days: 2, escalate_to: { who: "role", role: "company_super_admin" } });
    expect([isOverdue(late, "2026-11-20", "2026-11-23"), isOverdue(late, "2026-11-20", "2026-11-24")]).toEqual([
      false,
      true,
    ]);
    expect(isOverdue(step(), "2020-01-01", "2026-01-01")).toBe(false);
    expect(workingDays("2026-12-24", "2026-12-28"), "Christmas, and a weekend with Boxing Day").toBe(1);
    const eid = ["2026-05-27", "2026-05-28"];
    expect([workingDays("2026-05-26", "2026-05-29"), workingDays("2026-05-26", "2026-05-29", eid)]).toEqual([3, 1]);
    expect(isOverdue(late, "2026-05-26", "2026-05-29", eid)).toBe(false);
  });
});

describe("splitting", () => {
  const chain = [step({ from_kobo: 1_000n }), step({ from_kobo: 5_000n })];
  it("shows where several together reach a band that none reaches alone", () => {
    expect(splitBeside(chain, 600n, [{ id: "x", amount_kobo: 600n }])).toEqual(["x"]);
    expect(splitBeside(chain, 300n, [{ id: "x", amount_kobo: 600n }])).toEqual([]);
    expect(splitBeside(chain, 1_200n, [{ id: "x", amount_kobo: 600n }]), "it is in the band by itself").toEqual([]);
    expect(splitBeside(chain, null, [{ id: "x", amount_kobo: 600n }])).toEqual([]);
  });

  it("is never seen in one request, and always where a sum is cut in parts below the band", () => {
    fc.assert(
      fc.property(fc.bigInt(2n, 100_000n), fc.integer({ min: 2, max: 8 }), (band, parts) => {
        const part = band / BigInt(parts) + 1n;
        fc.pre(part < band);
        const beside = Array.from({ length: parts - 1 }, (_, at) => ({ id: String(at), amount_kobo: part }));
        expect(splitBeside([step({ from_kobo: band })], part, beside)).toHaveLength(parts - 1);
        expect(splitBeside([step({ from_kobo: band })], part, [])).toEqual([]);
      }),
    );
  });
});

describe("a chain", () => {
  it("is refused where it says nothing, or what cannot be", () => {
    expect(wrongWith([], true)).toBeDefined();
    expect(wrongWith([step({ from_kobo: 5n, below_kobo: 5n })], true)).toContain("no amount");
    expect(wrongWith([step({ from_kobo: 5n })], false)).toContain("no amount");
    expect(wrongWith([step({ department_ids: ["sales"] })], false)).toContain("everybody");
    expect(wrongWith([step({ approvers: [{ who: "role" }] })], true)).toContain("role");
    expect(wrongWith([step({ approvers: [{ who: "person" }] })], true)).toContain("person");
    expect(wrongWith([step({ escalate_after_days: 2 })], true)).toContain("days");
    expect(wrongWith([step()], false)).toBeUndefined();
  });
});
