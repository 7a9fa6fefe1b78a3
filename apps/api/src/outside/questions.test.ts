import fc from "fast-check";
import { expect, it } from "vitest";
import {
  FIRST_QUESTION_SECONDS,
  REVIEW_AFTER_MILLISECONDS,
  SILENCE_MILLISECONDS,
  pauseBeforeQuestion,
} from "./questions.ts";

/** Seconds after sending at which it is asked, with each question this many seconds late. */
function questions(late: () => number, until: number): number[] {
  const asked: number[] = [];
  let at = FIRST_QUESTION_SECONDS + late();
  for (let times = 0; at <= until; times += 1) {
    asked.push(at);
    at += pauseBeforeQuestion(times, at * 1_000) + late();
  }
  return asked;
}

it("asks with growing pauses, every minute once a person may be needed, and growing again after a person knows", () => {
  expect(questions(() => 0, 4_000)).toEqual([
    5, 10, 20, 40, 80, 160, 320, 601, 661, 721, 781, 841, 1_741, 2_641, 3_541,
  ]);
});

it("is late with nothing by more than its questions are: the turn of a person and the silence are met by a question soon after", () => {
  const delays = fc.array(fc.integer({ min: 0, max: 20 }), { minLength: 60, maxLength: 60 });
  fc.assert(
    fc.property(delays, (late) => {
      let next = 0;
      const asked = questions(() => late[next++ % late.length] ?? 0, 1_000);
      const firstAfter = (milliseconds: number): number =>
        asked.find((at) => at * 1_000 >= milliseconds) ?? Number.POSITIVE_INFINITY;
      expect(firstAfter(REVIEW_AFTER_MILLISECONDS)).toBeLessThanOrEqual(REVIEW_AFTER_MILLISECONDS / 1_000 + 1 + 20);
      // Promise M13: fifteen minutes.
      expect(firstAfter(SILENCE_MILLISECONDS)).toBeLessThanOrEqual(SILENCE_MILLISECONDS / 1_000 + 60 + 20);
      expect(asked.every((at, index) => index === 0 || at > (asked[index - 1] ?? 0))).toBe(true);
    }),
  );
});
