/** Confirming that it is still the same person. */
import { clock } from "../clock.ts";
import { StepUpRequired } from "../errors.ts";
import type { App } from "./app.ts";
import type { Session } from "../request.ts";

/** Required where the configuration requires a second factor, or the person has set one. */
export function requireStepUp({ config }: Pick<App, "config">, session: Session): void {
  if (!config.second_factor_required && !session.has_second_factor) return;
  if (!session.stepped_up_until || session.stepped_up_until.getTime() < clock.milliseconds())
    throw new StepUpRequired();
}
