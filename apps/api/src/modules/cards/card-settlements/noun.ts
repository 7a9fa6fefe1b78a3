import * as calls from "@manilla/contract/cards/card-settlements";
import { noun } from "../../../house/index.ts";
import { handlers } from "./handlers.ts";
import { readSettlements } from "./reading.ts";
import { writeOffLine } from "./writing-off.ts";

export const cardSettlements = noun({
  calls,
  handlers,
  approvals: { write_off_settlement_line: writeOffLine },
  periodic: [{ name: "read the issuer's settlement", every_milliseconds: 60_000, run: readSettlements }],
});
