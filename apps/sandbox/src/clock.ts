import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { addDays, isDate, todayInLagos } from "./dates.ts";
import { Refusal } from "./refusal.ts";
import type { State } from "./state.ts";
import type { World } from "./world.ts";

/** The time machine: where the business date should be, and how far the application has come. */
export interface ClockState {
  business_date: string;
  /** The day that the application reported last, while it works through the days one by one. */
  reached_on: string | null;
  running: boolean;
  /** An untouched clock goes with the calendar; one that was set back stays where it was put. */
  follows_calendar: boolean;
}

/** The business date that the sandbox shows: never behind the calendar unless somebody set it back. */
export function businessDate(state: State): string {
  const today = todayInLagos();
  if (state.clock.follows_calendar && state.clock.business_date < today) state.clock.business_date = today;
  return state.clock.business_date;
}

/** The day a movement belongs to: the day that the application is living, while it catches up with the clock. */
export function movementDate(state: State): string {
  const target = businessDate(state);
  const { reached_on } = state.clock;
  return reached_on !== null && reached_on < target ? reached_on : target;
}

/** Moves the clock. Refused (409) before a day that the application has already closed. */
export function setBusinessDate(world: World, date: string): void {
  const { state } = world.store;
  if (state.clock.reached_on !== null && date < state.clock.reached_on) {
    throw new Refusal(
      409,
      `The application has already reached ${state.clock.reached_on}; a closed day does not open again.`,
    );
  }
  state.clock.business_date = date;
  state.clock.follows_calendar = date >= todayInLagos();
  world.store.touch();
}

const dateSchema = z.string().refine(isDate, "wants a date, yyyy-mm-dd");
const advanceSchema = z.object({ days: z.coerce.number().int().min(1).max(400) });

/** `GET /clock`, `POST /clock/advance`, `PUT /clock`, `POST /clock/reached`. */
export function registerClock(app: FastifyInstance, world: World): void {
  const { state } = world.store;
  const show = () => ({
    business_date: businessDate(state),
    reached_on: state.clock.reached_on,
    running: state.clock.running,
  });
  app.get("/clock", show);
  app.post("/clock/advance", (request) => {
    const { days } = advanceSchema.parse(request.body);
    setBusinessDate(world, addDays(businessDate(state), days));
    return show();
  });
  app.put("/clock", (request) => {
    setBusinessDate(world, z.object({ business_date: dateSchema }).parse(request.body).business_date);
    return show();
  });
  app.post("/clock/reached", (request) => {
    const { business_date, running } = z
      .object({ business_date: dateSchema, running: z.boolean().default(false) })
      .parse(request.body);
    state.clock.reached_on = business_date;
    state.clock.running = running;
    world.store.touch();
    return show();
  });
}
