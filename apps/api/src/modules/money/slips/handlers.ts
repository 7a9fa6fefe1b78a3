import type * as calls from "@manilla/contract/money/slips";
import { checkFile } from "../../../files/documents.ts";
import type { Handlers } from "../../../house/app.ts";
import { keepSlip, showSlip } from "./index.ts";

export const handlers: Handlers<typeof calls> = {
  async uploadSlip(context) {
    return keepSlip(context, await checkFile(context.file, "slip"), context.session.user_id);
  },
  slipFile: (context, { params }) => showSlip(context, params.id),
};
