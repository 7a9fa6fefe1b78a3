/** What a plan lends to a person whose limit leaves so much: pure. */
interface Bounds {
  minimum_principal_kobo: number;
  maximum_principal_kobo: number;
}

/** The plan with its highest amount lowered to what the limit leaves, in kobo; a plan that begins above it keeps its bounds. @param available null without a limit */
export function withinLimit<Plan extends Bounds>(plan: Plan, available_kobo: number | null): Plan {
  return available_kobo === null || !isWithinReach(plan, available_kobo)
    ? plan
    : { ...plan, maximum_principal_kobo: Math.min(plan.maximum_principal_kobo, available_kobo) };
}

/** Whether the limit leaves enough for the least that the plan lends. */
export const isWithinReach = (plan: Bounds, available_kobo: number | null): boolean =>
  available_kobo === null || available_kobo >= plan.minimum_principal_kobo;
