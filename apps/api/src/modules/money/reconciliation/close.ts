/** The day against the bank's statement. A bank that does not answer stops nothing: the days that lack a statement are tried again. */
import type { Progress, Step } from "../../../house/app.ts";
import { reconcileOpenDays } from "./index.ts";

export const reconcile: Step = {
  name: "reconcile",
  at: 90,
  async outside(app, { closing }): Promise<Progress> {
    return { cursor: null, counts: await reconcileOpenDays(app, closing) };
  },
};
