/** The day against the bank's statement. A bank that does not answer stops nothing: the days that lack a statement are tried again. */
import { reconcileOpenDays } from "../../../money/reconciliation/index.ts";
import type { Progress, Step } from "./step.ts";

export const reconcile: Step = {
  name: "reconcile",
  async outside(app, { closing }): Promise<Progress> {
    return { cursor: null, counts: await reconcileOpenDays(app, closing) };
  },
};
