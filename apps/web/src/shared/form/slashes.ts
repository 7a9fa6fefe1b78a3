/** A day as it is typed, with its slashes where it grew, also where one had been taken out: a keypad of digits has none. */
export const slashed = (typed: string, before: string): string =>
  typed.length > before.length && /^[\d/]*$/.test(typed)
    ? typed.replace(/^(\d{2})(?=\d|$)/, "$1/").replace(/^(\d{1,2}\/\d{2})(?=\d|$)/, "$1/")
    : typed;
