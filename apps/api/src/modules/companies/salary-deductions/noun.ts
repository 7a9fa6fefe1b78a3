import * as calls from "@manilla/contract/companies/salary-deductions";
import { noun } from "../../../house/index.ts";
import { allocate } from "./allocating.ts";
import { endShields, makeFiles, returnParts } from "./close.ts";
import { askPayrolls } from "./payroll.ts";
import { handlers } from "./handlers.ts";

export const salaryDeductions = noun({
  calls,
  handlers,
  close: [endShields, makeFiles, returnParts],
  periodic: [{ name: "ask payrolls of employers", every_milliseconds: 300_000, run: askPayrolls }],
  jobs: [(app) => app.queue.work("allocate-deductions", ({ file_id }) => allocate(app, file_id))],
  personal: {
    kept: {
      deduction_consents: "The consent to keep pay back is proof for as long as the loan is.",
      deduction_lines: "Booked money of the company and the loan.",
    },
    exported: { deduction_consents: "given_at, ended_at, ended_because", deduction_lines: "asked_kobo, deducted_kobo" },
  },
});
