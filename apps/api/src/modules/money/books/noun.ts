import * as calls from "@manilla/contract/money/books";
import { noun } from "../../../house/index.ts";
import { prepareLedgerParts, rebuildAtNight, sealLedger } from "./index.ts";
import { handlers } from "./handlers.ts";

export const books = noun({
  calls,
  handlers,
  periodic: [
    { name: "seal the ledger", every_milliseconds: 1_000, run: sealLedger },
    { name: "prepare the ledger's coming months", every_milliseconds: 86_400_000, run: prepareLedgerParts },
    { name: "rebuild the books from their logs", every_milliseconds: 3_600_000, run: (app) => rebuildAtNight(app) },
  ],
});
