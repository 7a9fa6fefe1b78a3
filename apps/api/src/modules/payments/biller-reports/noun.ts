import * as calls from "@manilla/contract/payments/biller-reports";
import { noun } from "../../../house/index.ts";
import { handlers } from "./handlers.ts";
import { readReports } from "./reading.ts";
import { writeOffBillLine } from "./writing-off.ts";

export const billerReports = noun({
  calls,
  handlers,
  approvals: { write_off_bill_line: writeOffBillLine },
  periodic: [{ name: "read the reports of billers", every_milliseconds: 60_000, run: readReports }],
});
