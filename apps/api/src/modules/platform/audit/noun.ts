import * as calls from "@manilla/contract/platform/audit";
import { noun } from "../../../house/index.ts";
import { prepareMonths } from "./months.ts";
import { sealAudit } from "./seal.ts";
import { handlers } from "./handlers.ts";

export const audit = noun({
  calls,
  handlers,
  periodic: [
    {
      name: "seal the audit trail",
      every_milliseconds: 1_000,
      run: ({ db, config }) => sealAudit(db, config.DATA_FOLDER),
    },
    {
      name: "prepare the audit trail's coming months",
      every_milliseconds: 86_400_000,
      run: ({ db }) => prepareMonths(db),
    },
  ],
});
