/** Decisions about departments. Pure. */
import type { RulesOf } from "@manilla/contract/abilities";
import type * as calls from "@manilla/contract/companies/departments";

export interface DepartmentFacts {
  status: string;
  people: number;
  unit_count: number;
}

export const departmentRules: RulesOf<typeof calls, DepartmentFacts> = {
  merge: {},
  close: { has_people: ({ people }) => people > 0, has_units: ({ unit_count }) => unit_count > 0 },
};
