/** What a person sends over a slow network, and what a colleague reads of how a limit came about. */
import { describe, expect, it } from "vitest";
import { page } from "vitest/browser";
import { calls } from "../../apps/web/src/shared/api/calls.gen.ts";
import { refreshEverything } from "../../apps/web/src/shared/api/query-client.ts";
import { useRecord } from "../../apps/web/src/shared/api/use-call.ts";
import { JudgementView } from "../../apps/web/src/shared/decisions/decision-view.tsx";
import { smallerPicture } from "../../apps/web/src/shared/form/smaller-picture.ts";
import { data, show } from "./stage.tsx";

describe("a photo", () => {
  it("is made small on the device before it is sent; what is small already, or no picture, stays as it is", async () => {
    const canvas = new OffscreenCanvas(2_600, 400);
    const drawing = canvas.getContext("2d")!;
    const noise = drawing.createImageData(canvas.width, canvas.height);
    // Nothing repeats, so that the file is as large as a camera's.
    let seed = 1;
    for (let at = 0; at < noise.data.length; at += 1) {
      seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
      noise.data[at] = at % 4 === 3 ? 255 : seed >>> 24;
    }
    drawing.putImageData(noise, 0, 0);
    const photo = new File([await canvas.convertToBlob({ type: "image/png" })], "my card.png", { type: "image/png" });
    expect(photo.size).toBeGreaterThan(1_500_000);

    const sent = await smallerPicture(photo);
    expect([sent.type, sent.name]).toEqual(["image/jpeg", "my card.jpg"]);
    expect(sent.size).toBeLessThan(photo.size);
    const { width, height } = await createImageBitmap(sent);
    expect([width, height]).toEqual([2_400, 369]);

    const small = new File([photo.slice(0, 1_000)], "small.png", { type: "image/png" });
    const paper = new File([photo], "statement.pdf", { type: "application/pdf" });
    expect([await smallerPicture(small), await smallerPicture(paper)]).toEqual([small, paper]);
  });
});

describe("an upload that arrived as the network went", () => {
  const Sent = () => <p>{useRecord(calls.onboarding.find, {}).data?.documents.length ?? "?"} sent</p>;

  it("is there when the network is back: what is on the screen is asked for again, without a reload", async () => {
    let [documents, isOnline] = [[] as object[], true];
    await show(<Sent />, { server: () => (isOnline ? data({ documents }) : "offline") });
    await expect.element(page.getByText("0 sent")).toBeVisible();
    // It was kept, and what is asked afterwards gets no answer any more.
    [documents, isOnline] = [[{}], false];
    window.dispatchEvent(new Event("offline"));
    await refreshEverything();
    await expect.element(page.getByText("0 sent")).toBeVisible();
    isOnline = true;
    window.dispatchEvent(new Event("online"));
    await expect.element(page.getByText("1 sent")).toBeVisible();
  });
});

describe("a limit", () => {
  it("says how it came about: income counted, whole months, the rule's share", async () => {
    const judgement = {
      outcome: "approved",
      score: 640,
      limit_kobo: 44_394_900,
      annual_rate_percent: "42",
      reasons: [],
      facts: { income_kobo: 29_596_600, income_months: 2, income_counted_kobo: 59_193_200 },
      modules: [{ module: "limit", outcome: null, points: null, value: 44_394_900, hits: [] }],
    };
    // As much of a judgement as the derivation of the limit reads.
    await show(<JudgementView judgement={judgement as unknown as Parameters<typeof JudgementView>[0]["judgement"]} />);
    await expect
      .element(page.getByText(/₦591,932\.00 of income counted in 2 whole months, that is ₦295,966\.00 a month/))
      .toMatchTextContent(/times 1\.5 is the limit of ₦443,949\.00\./);
  });
});
