/** 37 states (with the Federal Capital Territory) and their 774 local governments (K051). Public facts; a local government's name alone is no key. */
import names from "./states.json" with { type: "json" };

/** A state with its local governments; ids are stable positions. */
export interface State {
  id: number;
  name: string;
  locals: readonly { id: number; name: string }[];
}

let localId = 0;
/** Every state in alphabetical order. */
export const states: readonly State[] = Object.entries(names).map(([name, locals], index) => ({
  id: index + 1,
  name,
  locals: locals.map((local) => ({ id: ++localId, name: local })),
}));
